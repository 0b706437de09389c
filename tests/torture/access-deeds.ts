import type { AccountKind } from '#app/access/role-rules.ts'
import { buyPath, buyPattern, commentsPath, commentsPattern, ordersPath, purchasesPath } from '#app/access/paths.ts'

import { type Asking, forms, onMarket, whoses } from './access-asks.ts'
import { bodiesOf } from './access-bodies.ts'
import {
  type Ask,
  expectedDeed,
  expectedReading,
  expectedSending,
  idOf,
  inForm,
  named,
  pathOf,
  savingPattern,
  whoMaySend,
} from './access-model.ts'

/** Correctly filled forms, sent by people who may not submit them. */
export function deeds({ seeded, files }: Asking): Ask[] {
  const bodies = bodiesOf(files)
  const byAddress = onMarket(seeded).flatMap((person) =>
    named.flatMap((one) => {
      const body = bodies[`${one.page}?${one.query}`]
      if (!body) return []
      return whoses.flatMap((whose) =>
        forms.flatMap((form) => {
          const expected = expectedDeed(person, one, whose)
          if (expected === null) return []
          const id = idOf(person, one.thing, whose)
          const path = `${inForm(one.page, form)}?index&${one.query}=${id}`
          const alike = one.isOwn && whose !== 'own' ? `${person.name} sends ${path.split('=')[0]}` : undefined
          return [
            { person, method: 'POST' as const, form, path, body, expected: [expected], id, ...(alike && { alike }) },
          ]
        }),
      )
    }),
  )
  const byPage = onMarket(seeded).flatMap((person) =>
    Object.entries(bodies).flatMap(([key, body]) => {
      const [page = '', query] = key.split('?')
      if (query === 'request' && person.who !== 'student') {
        const expected = [person.who === 'visitor' ? 'to /login' : '404']
        return forms.map((form) => ({
          person,
          method: 'POST' as const,
          form,
          path: `${inForm('/', form)}?index&request=on`,
          body,
          expected,
        }))
      }
      if (query || whoMaySend(page, '').includes(person.who) || page === '/') return []
      const expected = [expectedSending(person, page)]
      return forms.map((form) => ({ person, method: 'POST' as const, form, path: inForm(page, form), body, expected }))
    }),
  )
  const courses = onMarket(seeded)
    .filter(({ who }) => who === 'store')
    .flatMap((person) =>
      [
        {
          path: buyPath(person.foreign.course!),
          body: { ...bodies[buyPattern]!, email: 'a@b.in', shownPaise: '7000' },
        },
        { path: commentsPath(person.foreign.course!), body: bodies[commentsPattern]! },
      ].flatMap(({ path, body }) =>
        (['GET', 'POST'] as const).map((method) => ({
          person,
          method,
          form: 'page' as const,
          expected: ['to /login'],
          path,
          ...(method === 'POST' && { body }),
        })),
      ),
    )
  // What is one's own is not bought, what is gone not commented on either: without script one is led to it.
  const deals = [
    { pattern: buyPattern, body: { ...bodies[buyPattern]!, shownPaise: '7000' } },
    { pattern: commentsPattern, body: bodies[commentsPattern]! },
  ]
  const refusedDeals = onMarket(seeded).flatMap((person) =>
    whoses.flatMap((whose) =>
      deals.flatMap(({ pattern, body }) => {
        const id = idOf(person, 'note', whose)
        const led = expectedReading(person, pattern, 'page', whose, id)
        if (led === '200') return []
        const ask = { person, method: 'POST' as const, body }
        const refused = person.who === 'visitor' ? led : whose === 'missing' ? '410' : '409'
        return [
          { ...ask, form: 'page' as const, path: pathOf(pattern, id), expected: [led] },
          { ...ask, form: 'data' as const, path: `${pathOf(pattern, id)}.data`, expected: [refused] },
        ]
      }),
    ),
  )
  // What is one's own, or gone, is not saved: /saved says why. Nobody removes what another saved.
  const savings = onMarket(seeded)
    .filter(({ who }) => who !== 'visitor')
    .flatMap((person) =>
      (
        [
          ['own', 'on', 'to /saved'],
          ['missing', 'on', 'to /saved'],
          ['foreign', 'off', 'to /'],
        ] as const
      ).map(([whose, saved, to]) => ({
        person,
        method: 'POST' as const,
        form: 'page' as const,
        body: { saved, back: '/?tab=books' },
        expected: [to],
        path: pathOf(savingPattern, idOf(person, 'book', whose)),
      })),
    )
  // Nobody closes the request of another, nor stops their search.
  const onRequests = seeded.people.flatMap((person) => {
    const ask = { person, method: 'POST' as const, form: 'page' as const }
    const expected = [person.who === 'visitor' ? 'to /login' : '404']
    return [
      { ...ask, path: `/my-requests?request=${person.foreign.request}`, body: { change: 'found' }, expected },
      { ...ask, path: `/my-requests?search=${person.foreign.search}`, body: {}, expected },
    ]
  })
  // Nobody ends the session of another. A visitor's form is in the matrix.
  const endings = onMarket(seeded)
    .filter(({ who }) => who !== 'visitor')
    .map((person) => ({
      person,
      method: 'POST' as const,
      form: 'page' as const,
      body: {},
      expected: ['to /account/security'],
      path: `/account/security?end=${person.foreign.session}`,
    }))
  // Nobody deletes the comment of another, and only the seller answers one.
  const onComments = onMarket(seeded)
    .filter(({ who }) => who !== 'visitor')
    .flatMap((person) => {
      const { book, comment } = person.foreign
      const ask = { person, method: 'POST' as const, form: 'page' as const, path: commentsPath(book) }
      return [
        { ...ask, body: { delete: comment }, expected: [`to /posts/${book}#comments`] },
        { ...ask, body: { answerTo: comment, comment: 'It is.' }, expected: ['403'] },
      ]
    })
  // Nobody does anything with the order of others, whatever page it is sent to; nor what is for the other side to do.
  const onOrders = onMarket(seeded)
    .filter(({ who }) => who !== 'visitor')
    .flatMap((person) => {
      const pages = [purchasesPath, ordersPath[person.who as AccountKind]]
      const whole = { key: crypto.randomUUID(), reason: 'price', detail: '4821', code: '000000' }
      return pages.flatMap((path) =>
        (['cancel', 'decline', 'mark as sent', 'hand over', 'report problem', 'confirm payment'] as const).flatMap(
          (deed) =>
            whoses
              .filter((whose) => whose !== 'own' || deed === 'report problem' || deed === 'confirm payment')
              .map((whose) => ({
                person,
                method: 'POST' as const,
                form: 'page' as const,
                path,
                body: { ...whole, deed, order: idOf(person, 'order', whose) },
                expected: [whose === 'own' ? '409' : '404'],
              })),
        ),
      )
    })
  return [
    ...byAddress,
    ...byPage,
    ...courses,
    ...refusedDeals,
    ...savings,
    ...endings,
    ...onComments,
    ...onOrders,
    ...onRequests,
  ]
}
