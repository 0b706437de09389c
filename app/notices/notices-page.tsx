import { data, Form, Link, redirect, useLocation } from 'react-router'

import { noticesPath } from '#app/access/paths.ts'
import { signedInViewer } from '#app/access/viewer.ts'
import { formatDateTime, formatDay, formatTime, isSameDay } from '#app/format/dates.ts'
import { readFormData } from '#app/forms/read-form-data.server.ts'
import { configContext, dbContext } from '#app/platform/context.ts'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon } from '#app/ui/icon.tsx'

import type { Route } from './+types/notices-page'
import { answerSettings } from './answer-settings.server.ts'
import { findPushKeys } from './delivery/push-carrier.server.ts'
import { findMailState, findNoticeSettings, listNotices, markAllRead } from './notice-queries.server.ts'
import { NoticeSettings } from './notice-settings.tsx'
import { describeNotice } from './notice-texts.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = signedInViewer(context)
  const db = context.get(dbContext)
  const now = new Date()
  const { rows, next } = await listNotices(db, viewer.id, url.searchParams.get('before'))
  return {
    notices: rows.map(({ id, readAt, createdAt, ...facts }) => ({
      id,
      createdAt,
      isRead: readAt !== null,
      isOfToday: isSameDay(createdAt, now),
      ...describeNotice(facts),
      when: isSameDay(createdAt, now) ? formatTime(createdAt) : formatDay(createdAt, now),
    })),
    next,
    isFirstPage: !url.searchParams.has('before'),
    settings: await findNoticeSettings(db, viewer.id),
    isSaved: url.searchParams.has('saved'),
    mail: { ...(await findMailState(db, viewer.id)), isSent: context.get(configContext).mailServer !== null },
    pushKey: (await findPushKeys(db)).publicKey,
  }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  if (url.searchParams.has('settings')) return answerSettings({ context, request })
  if ((await readFormData(request)).get('read') !== 'all') throw data(null, 400)
  await markAllRead(context.get(dbContext), signedInViewer(context).id)
  throw redirect(noticesPath, 303)
}

export default function NoticesPage({ loaderData }: Route.ComponentProps) {
  const { notices, next, isFirstPage, settings, isSaved, mail, pushKey } = loaderData
  return (
    <main id="content" className="mx-auto w-full max-w-page px-4 pt-5 pb-12 md:px-8">
      <PageTitle>Notices</PageTitle>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1>Notices</h1>
        <div className="-mx-4 flex flex-wrap">
          {notices.some(({ isRead }) => !isRead) && (
            <Form method="post" action={noticesPath}>
              <Button type="submit" name="read" value="all">
                <Icon name="check" />
                Mark all as read
              </Button>
            </Form>
          )}
          <a href="#settings" className="button xl:hidden">
            <Icon name="filter" />
            Settings
          </a>
        </div>
      </div>
      <div className="grid items-start gap-x-16 gap-y-10 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <section aria-label="Notices">
          {notices.length === 0 ? (
            <NoNotices isFirstPage={isFirstPage} />
          ) : (
            <>
              <Day title="Today" notices={notices.filter(({ isOfToday }) => isOfToday)} />
              <Day title="Earlier" notices={notices.filter(({ isOfToday }) => !isOfToday)} />
            </>
          )}
          {next && (
            <div className="grid justify-items-center py-6">
              <ButtonLink to={`?before=${next}`} variant="line">
                Older notices
              </ButtonLink>
            </div>
          )}
        </section>
        <NoticeSettings settings={settings} isSaved={isSaved} mail={mail} pushKey={pushKey} />
      </div>
    </main>
  )
}

function NoNotices({ isFirstPage }: { isFirstPage: boolean }) {
  const { pathname } = useLocation()
  if (!isFirstPage)
    return (
      <EmptyState
        title="No older notices"
        action={
          <ButtonLink to={pathname} variant="line">
            See the newest
          </ButtonLink>
        }
      />
    )
  return (
    <EmptyState
      title="Nothing new"
      text="Here you read when somebody orders from you, comments on your posts, or answers you."
    />
  )
}

type Notices = Route.ComponentProps['loaderData']['notices']

/** Opening a notice marks it as read and leads on to what it is about. */
function Day({ title, notices }: { title: string; notices: Notices }) {
  if (notices.length === 0) return null
  return (
    <>
      <h2 className="pt-5 pb-2 font-sans text-sm font-semibold tracking-normal text-ink-soft">{title}</h2>
      <ul className="border-b border-rule">
        {notices.map((notice) => (
          <li key={notice.id} className="border-t border-rule">
            <Link
              to={`${noticesPath}/${notice.id}`}
              className="relative grid min-h-16 grid-cols-[24px_minmax(0,1fr)_auto] gap-x-3.5 py-3.5 pl-5.5 no-underline hover:bg-leaf"
            >
              {!notice.isRead && (
                <span aria-hidden="true" className="absolute top-5.5 left-1 size-2 rotate-45 bg-accent-ink" />
              )}
              <Icon name={notice.icon} className={`row-span-2 size-5.5 ${notice.isRead ? 'text-ink-soft' : ''}`} />
              <span className={`wrap-anywhere ${notice.isRead ? '' : 'font-bold'}`}>
                {!notice.isRead && <span className="sr-only">Unread: </span>}
                {notice.title}
              </span>
              <time
                dateTime={notice.createdAt.toISOString()}
                title={formatDateTime(notice.createdAt)}
                className="mt-0.5 text-xs whitespace-nowrap text-ink-soft"
              >
                {notice.when}
              </time>
              <span className="col-start-2 text-sm wrap-anywhere text-ink-soft">{notice.text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
