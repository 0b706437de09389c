import {
  NewStore,
  NewStudent,
  newStudentWithAge,
  passwordChanges,
  PasswordLinkRequest,
  passwordResets,
  StoreLogin,
  StoreProfile,
  StudentLogin,
  StudentProfile,
} from '#app/accounts/account-rules.ts'
import { PushSubscription } from '#app/notices/notice-rules.ts'
import { BuyerDetails } from '#app/orders/purchase-rules.ts'
import { makersPassword } from '#database/makers.ts'

import { choice, type Details, district, noOwner, text, type TriedForm } from './tried-form.ts'

const ofStores: Details = { table: 'stores', columns: ['district', 'address', 'picture'] }

const logIns = (['student', 'store'] as const).map((kind): TriedForm => ({
  name: `log-in of a ${kind}`,
  rules: kind === 'student' ? StudentLogin : StoreLogin,
  fields: { phone: 'text', password: 'password' },
  good: (_, { phone }) => ({ phone, password: makersPassword }),
  who: 'visitor',
  place: () => (kind === 'student' ? '/login' : '/slogin'),
  table: null,
  owned: noOwner,
  rest: noOwner,
}))

const studentFields = { ...text('name', 'className', 'collegeName', 'phone', 'email'), ...district }

const storeFields = {
  ...text('name', 'district', 'address', 'email', 'phone'),
  password: 'password',
  picture: 'file',
} as const

/** Forms of accounts: log-in, sign-up, profile, password, notices, deletion. */
export const accountForms: TriedForm[] = [
  ...logIns,
  {
    name: 'sign-up of a student',
    rules: NewStudent,
    fields: {
      ...studentFields,
      ...choice('idType'),
      idNumber: 'sealed',
      password: 'password',
    },
    good: (_, { phone, email }) => ({
      ...{ name: 'Rina', className: 'XI', collegeName: 'Cotton College', district: 'Jorhat', phone, email },
      ...{ password: 'secret1', idType: 'PAN', idNumber: 'ABCDE1234F' },
    }),
    who: 'visitor',
    place: () => '/UserSignUp',
    table: 'accounts',
    details: { table: 'students', columns: ['className', 'collegeName', 'idType', 'sealedIdNumber'] },
    owned: noOwner,
    rest: () => ({ kind: 'student', passwordHash: 'none' }),
  },
  {
    name: 'sign-up of a student whose age is asked for',
    rules: newStudentWithAge(2026),
    fields: {
      ...{ ...studentFields, ...choice('idType'), idNumber: 'sealed', password: 'password' },
      ...{ birthYear: 'not kept', guardianName: 'not kept', guardianContact: 'not kept', guardianAgrees: 'not kept' },
    },
    good: (_, { phone, email }) => ({
      ...{ name: 'Rina', className: 'XI', collegeName: 'Cotton College', district: 'Jorhat', phone, email },
      ...{ password: 'secret1', idType: 'PAN', idNumber: 'ABCDE1234F' },
      ...{ birthYear: '2012', guardianName: 'Mina', guardianContact: 'mina@puthi.example', guardianAgrees: 'on' },
    }),
    who: 'visitor',
    place: () => '/UserSignUp', // of a server that does not ask: what it does not ask for it ignores
    table: 'accounts',
    details: { table: 'students', columns: ['className', 'collegeName', 'idType', 'sealedIdNumber'] },
    owned: noOwner,
    rest: () => ({ kind: 'student', passwordHash: 'none' }),
  },
  {
    name: 'sign-up of a store',
    rules: NewStore,
    fields: storeFields,
    good: (_, { phone, email }) => ({
      ...{ name: 'Lawyer’s', district: 'Kamrup', address: 'Panbazar', email, phone },
      ...{ password: makersPassword, picture: 'Bookstores/none.jpg' },
    }),
    files: { picture: 'Bookstores' },
    who: 'visitor',
    place: () => '/sSignup',
    table: 'accounts',
    details: ofStores,
    owned: noOwner,
    rest: () => ({ kind: 'store', passwordHash: 'none', picture: '' }),
  },
  {
    name: 'profile of a store',
    rules: StoreProfile,
    fields: { ...storeFields, ...text('upiAddress'), acceptsByItself: 'not kept' },
    good: ({ phone }, { email }) => ({
      ...{ name: 'Lawyer’s', district: 'Kamrup', address: 'Panbazar', email, phone },
      ...{ password: makersPassword, upiAddress: 'lawyers@upi', acceptsByItself: 'on' },
    }),
    who: 'store',
    place: () => '/?index',
    table: 'accounts',
    details: ofStores,
    changes: ({ id }) => id,
    owned: noOwner,
    rest: () => ({ kind: 'store', passwordHash: 'none', picture: '' }),
  },
  {
    name: 'profile of a student',
    rules: StudentProfile,
    fields: { ...studentFields, ...text('upiAddress'), password: 'password' },
    good: ({ phone }, { email }) => ({
      ...{ name: 'Rina', className: 'XI', collegeName: 'Cotton College', district: 'Jorhat', phone, email },
      ...{ password: makersPassword, upiAddress: 'rina@upi' },
    }),
    who: 'student',
    place: () => '/profile',
    table: 'accounts',
    details: { table: 'students', columns: ['className', 'collegeName'] },
    changes: ({ id }) => id,
    owned: noOwner,
    rest: () => ({ kind: 'student', passwordHash: 'none' }),
  },
  ...(['student', 'store'] as const).map((kind): TriedForm => ({
    name: `change of the password of a ${kind}`,
    rules: passwordChanges[kind],
    fields: { currentPassword: 'password', newPassword: 'password' },
    good: () => ({ currentPassword: 'somebody else’s', newPassword: 'secret@2' }), // wrong: later cases need the session
    who: kind,
    place: () => '/account/security',
    table: null,
    owned: noOwner,
    rest: noOwner,
  })),
  ...(['student', 'store'] as const).map((kind): TriedForm => ({
    name: `new password of a ${kind} by a link`,
    rules: passwordResets[kind],
    fields: { newPassword: 'password' },
    good: () => ({ newPassword: 'secret@2' }), // without the link
    who: kind,
    place: () => '/reset-password',
    table: null,
    owned: noOwner,
    rest: noOwner,
  })),
  {
    name: 'request for a password link',
    rules: PasswordLinkRequest,
    fields: { who: 'not kept' },
    good: (_, { phone }) => ({ who: phone }),
    who: 'visitor',
    place: () => '/forgot-password',
    table: null,
    owned: noOwner,
    rest: noOwner,
  },
  {
    name: 'address for purchases',
    rules: BuyerDetails,
    fields: {
      ...{ name: 'not kept', phone: 'not kept', alternativePhone: 'not kept' },
      ...{ email: 'not kept', pin: 'not kept', address: 'not kept' },
    },
    good: ({ phone }, { email }) => ({
      ...{ name: 'Rina', phone, alternativePhone: '', email, pin: '781001', address: 'Panbazar' },
    }),
    who: 'student',
    place: () => '/account/address',
    table: null,
    owned: noOwner,
    rest: noOwner,
  },
  {
    name: 'browser that takes push',
    rules: PushSubscription,
    fields: { endpoint: 'not kept', p256dh: 'not kept', auth: 'not kept' },
    good: (_, { bytes }) => ({
      ...{ endpoint: `https://fcm.googleapis.com/fcm/send/${bytes}`, p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
    }),
    who: 'store',
    place: () => '/notices/push',
    table: null,
    owned: noOwner,
    rest: noOwner,
  },
  {
    name: 'switches of notices',
    rules: null,
    fields: { 'orders-mail': 'not kept', 'comments-app': 'not kept' },
    good: () => ({ 'orders-mail': 'on', 'comments-app': 'on' }),
    who: 'student',
    place: () => '/notices?settings=on',
    table: null,
    owned: noOwner,
    rest: noOwner,
  },
  {
    name: 'deletion of an account',
    rules: null,
    fields: { password: 'password' },
    good: () => ({ password: 'somebody else’s' }), // wrong on purpose: later cases need the account
    who: 'student',
    place: () => '/account?delete',
    table: 'accounts',
    changes: ({ id }) => id,
    owned: noOwner,
    rest: noOwner,
  },
]
