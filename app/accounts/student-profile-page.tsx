import { data, Form } from 'react-router'

import { nameMax } from '#app/forms/field-rules.ts'
import { useForm } from '#app/forms/use-form.ts'
import { configContext, dbContext } from '#app/platform/context.ts'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { Field } from '#app/ui/field.tsx'

import type { Route } from './+types/student-profile-page'
import { StudentProfile } from './account-rules.ts'
import { answerStudentProfile } from './answer-student-profile.server.ts'
import { DistrictSelect } from './district-fields.tsx'
import {
  EmailNote,
  keepProfileOnFailure,
  PhoneWithPassword,
  ProfileMain,
  type ProfileMode,
  ProfileModeButtons,
  SaveButtons,
  UpiField,
} from './profile-parts.tsx'
import { findStudent } from './student-queries.server.ts'
import { signedInViewer } from '#app/access/viewer.ts'

const path = '/profile'

export async function loader({ context, url }: Route.LoaderArgs) {
  const student = await findStudent(context.get(dbContext), signedInViewer(context).id)
  if (!student) throw data(null, 404)
  const hasMail = context.get(configContext).mailServer !== null
  return {
    student: { ...student, hasMail },
    isEditing: url.searchParams.has('edit'),
    isSaved: url.searchParams.has('saved'),
  }
}

export const action = (args: Route.ActionArgs) => answerStudentProfile(signedInViewer(args.context), args)

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepProfileOnFailure(() => serverAction())

export default function StudentProfilePage({ loaderData, actionData }: Route.ComponentProps) {
  const { student, ...mode } = loaderData
  return (
    <ProfileMain
      {...mode}
      path={path}
      answer={actionData}
      className="mx-auto grid w-full max-w-form gap-5 px-4 pt-6 pb-10 md:px-8"
    >
      <PageTitle>My Profile</PageTitle>
      <h1>My Profile</h1>
      <EmailNote {...student} />
      {/* The key remounts the fields, so that Cancel discards what was typed. */}
      <Fields key={String(mode.isEditing)} student={student} isEditing={mode.isEditing} answer={actionData} />
    </ProfileMain>
  )
}

interface FieldsProps extends Omit<ProfileMode, 'isSaved'> {
  student: Route.ComponentProps['loaderData']['student']
}

function Fields({ student, isEditing, answer }: FieldsProps) {
  const form = useForm(StudentProfile, answer)
  const field = (name: 'name' | 'className' | 'collegeName' | 'email' | 'upiAddress') => ({
    ...form.field(name, student[name]),
    readOnly: !isEditing,
  })
  return (
    <section>
      <Form {...form.props} action={`${path}?edit=on`} className="grid gap-4.5 md:grid-cols-2">
        <Field label="Name" {...field('name')} autoComplete="name" maxLength={nameMax} className="md:col-span-2" />
        <Field label="Class Name" {...field('className')} maxLength={nameMax} />
        <Field label="College Name" {...field('collegeName')} autoComplete="organization" maxLength={nameMax} />
        {isEditing ? (
          <DistrictSelect
            {...form.field('district', student.district)}
            hint="Optional. Where your posts are, unless a post says otherwise."
          />
        ) : (
          <Field label="District" name="district" defaultValue={student.district ?? 'Not given'} readOnly />
        )}
        <Field label="Email" {...field('email')} type="email" autoComplete="email" />
        <UpiField {...field('upiAddress')} />
        <PhoneWithPassword form={form} label="Mobile Number" phone={student.phone} isEditing={isEditing} />
        {isEditing && <SaveButtons />}
      </Form>
      <ProfileModeButtons path={path} isEditing={isEditing} />
    </section>
  )
}
