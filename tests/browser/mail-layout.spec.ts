import { composeMail, type MailNotice } from '#app/notices/mail/compose-mail.ts'
import { type NoticeEvent, noticeEvents } from '#app/notices/notice-rules.ts'
import { axeInBoth, expect, test } from '#tests/support/browser.ts'

const long = 'A name that goes on '.repeat(10).trim()
const notice: Omit<MailNotice, 'event'> = {
  itemName: long,
  quantity: 2,
  pricePaise: 26_000,
  buyerName: '<b>Rina</b> & "Das"',
  sellerName: 'পুথি',
  comment: '<script>alert(1)</script>',
  postName: 'পুথি',
  commentId: 'comment',
  postId: 'post',
  orderId: 'order',
  orderNumber: 4127,
  side: 'buyer',
  paymentDigits: '4821',
  detail: 'Chrome on Android',
  ticketNumber: 2481,
  ticketSubject: long,
  wanted: long,
  offerPaise: 26_000,
  offerCondition: 'Good(used)',
  offerDistrict: 'Jorhat',
  name: long,
  accountKind: 'student',
}
const sender = {
  siteName: 'Puthi',
  publicUrl: 'https://puthi.example',
  linkPath: null,
  unsubscribeUrl: `https://puthi.example/unsubscribe?proof=${'a'.repeat(120)}`,
}

test('every mail reads well on a phone, in the light and in the dark, and brings nothing from elsewhere', async ({
  page,
}) => {
  test.slow()
  await page.setViewportSize({ width: 320, height: 640 })
  const looked = new Set<string>() // mails of the same elements differ in words alone
  for (const event of Object.keys(noticeEvents) as NoticeEvent[]) {
    if (event === 'password asked') continue // is never sent
    const { subject, html, text } = composeMail({ ...notice, event }, sender)
    expect(html).not.toMatch(/<(table|img|script|link|iframe)|\bsrc=|url\(|@import/)
    expect(text).not.toMatch(/&(amp|lt|quot);|undefined|null/)
    expect(text.startsWith(`${subject}\n`)).toBe(true)
    await page.setContent(html)
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    expect([event, isWide]).toEqual([event, false])
    const elements = html.match(/<\w+/g)!.join('')
    if (!looked.has(elements)) expect([event, await axeInBoth(page)]).toEqual([event, []])
    looked.add(elements)
  }
})
