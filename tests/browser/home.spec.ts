import type { Locator, Page } from '@playwright/test'

import { aNote, aNovel, aStudent, makersPassword } from '#database/makers.ts'
import { axe, closeSuccess, expect, isTakenOver, phone as onPhone, test } from '#tests/support/browser.ts'
import { unique } from '#tests/support/fill.ts'

test('the home page shows the banner, six features, novels and notes', async ({ page, db }) => {
  const seller = await aStudent(db)
  const [novel, note] = [await aNovel(db, seller), await aNote(db, seller)]
  await page.goto('/')
  await expect(page.getByText('connects students and sellers')).toBeVisible()
  for (const feature of [
    'Post used books',
    'Request a book',
    'Share study notes',
    'Bookstore integration',
    'Create online courses',
    'Quality ratings',
  ]) {
    await expect(page.getByRole('heading', { name: feature, level: 3 })).toBeVisible()
  }
  const actions = (name: string) => page.getByRole('article', { name }).getByRole('button')
  await expect(actions(novel.name)).toHaveText(['Comment', 'Buy'])
  await expect(actions(note.name)).toHaveText(['Preview', 'Comment', 'Buy'])
  await page.getByRole('link', { name: 'See all notes' }).click()
  await expect(page.getByRole('heading', { name: "Note's", level: 1 })).toBeVisible()
})

test('one search in the middle of the home page finds everything, also from a word to try', async ({ page, db }) => {
  const { name } = await aNote(db, await aStudent(db), { name: unique('Mechanics') })
  await page.goto('/')
  await page.getByLabel('Search books, novels, notes and courses').fill(name)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=/) // the newest shelf shows the note, too
  await expect(page.getByRole('article', { name })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'class 12 physics' }).click()
  await expect(page).toHaveURL('/search?q=class+12+physics')
})

test('a visitor who searches in vain asks for the book after the log-in, with its title', async ({ page, db }) => {
  const student = await aStudent(db)
  await page.goto('/?tab=books')
  await page.getByLabel('Book Name').fill('Zzq & Sons পুথি')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('link', { name: 'Request this book' }).click()
  await page.getByRole('link', { name: 'Log in to request a book' }).click()
  await expect(page.getByText('Log in to request a book')).toBeVisible()
  await page.getByLabel('Phone Number').fill(student.phone)
  await page.getByLabel('Password').fill(makersPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await closeSuccess(page, 'Login Successful')
  await expect(page.locator('#request').getByLabel('Book Name')).toHaveValue('Zzq & Sons পুথি')
})

test('whoever only reads loads next to no script; the first sign of a person brings it', async ({ page }) => {
  await stopClock(page)
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.goto('/', { waitUntil: 'commit' })
  await page.waitForLoadState('networkidle')
  const picture = page.getByRole('region', { name: 'Welcome' }).getByRole('img')
  await page.clock.runFor(5_100)
  await expect(picture).toHaveAccessibleName(/manuscript/)
  expect(scripts).toEqual([expect.stringContaining('entry.first')])

  await page.evaluate(() => document.body.dispatchEvent(new PointerEvent('pointermove', { bubbles: true })))
  await page.waitForLoadState('networkidle')
  expect(scripts).toHaveLength(1) // zero movement: the page scrolled under a resting pointer
  let y = 0
  await expect(async () => {
    await page.mouse.move(0, (y += 2))
    expect(scripts.length).toBeGreaterThan(1)
  }).toPass()
  await page.waitForFunction(isTakenOver)
  await expect(picture).toHaveAccessibleName(/manuscript/) // hydration keeps the picture shown
  await page.clock.runFor(5_100)
  await expect(picture).toHaveAccessibleName(/stall/)
})

test('who follows a link does not wait for the script, and has it after coming back', async ({ page }) => {
  const scripts: string[] = []
  const left: string[] = []
  await page.route(/assets\/framework/, async (route) => {
    if (scripts.push('asked for') > 1) await route.continue() // the first stays pending
  })
  page.on('requestfailed', (request) => left.push(request.url()))
  await page.goto('/', { waitUntil: 'commit' })
  const books = page.getByRole('tab', { name: 'Books' })
  let y = 0
  await expect(async () => {
    await page.mouse.move(0, (y += 2))
    expect(scripts).toHaveLength(1)
  }).toPass()
  await page.route('**/?tab=books', (route) => route.fulfill({ status: 204 })) // the browser stays at the page
  await books.click({ noWaitAfter: true })
  await expect.poll(() => left).toContainEqual(expect.stringContaining('/assets/framework'))
  await expect(async () => {
    await page.mouse.move(0, (y += 2))
    expect(await page.evaluate(isTakenOver)).toBe(true)
  }).toPass()
})

/** From now on only `clock.runFor` moves the time of the page, however long it takes to load. */
async function stopClock(page: Page) {
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1_000)
}

test.describe('the pictures', () => {
  test('take turns every 5 s, stand still under the pointer and when paused, and answer to dots', async ({ page }) => {
    await stopClock(page)
    await page.goto('/')
    const carousel = page.getByRole('region', { name: 'Welcome' })
    const shown = carousel.getByRole('img')
    await expect(shown).toHaveAccessibleName('A pile of books with a gamosa laid over it')
    await page.clock.runFor(5_100)
    await expect(shown).toHaveAccessibleName(/manuscript/)
    await carousel.hover()
    await page.clock.runFor(11_000)
    await expect(shown).toHaveAccessibleName(/manuscript/)
    await carousel.getByRole('button', { name: /Picture 4 of 4/ }).click()
    await expect(shown).toHaveAccessibleName(/boat/)
    await page.mouse.move(0, 0)
    await page.clock.runFor(11_000) // the focus is still in the carousel
    await expect(shown).toHaveAccessibleName(/boat/)
    await carousel.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('link', { name: 'Home' }).first().focus()
    await page.mouse.move(0, 0)
    await page.clock.runFor(11_000)
    await expect(shown).toHaveAccessibleName(/boat/)
    await expect(carousel.getByRole('button', { name: 'Pause' })).toHaveAttribute('aria-pressed', 'true')
  })

  test('follow a swipe of 40 pixels, and no shorter one', async ({ page }) => {
    await page.goto('/', { waitUntil: 'networkidle' })
    const carousel = page.getByRole('region', { name: 'Welcome' })
    const shown = carousel.getByRole('img')
    const box = (await shown.boundingBox())!
    const swipe = async (by: number) => {
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x + by, y, { steps: 4 })
      await page.mouse.up()
    }
    await swipe(-39)
    await expect(shown).toHaveAccessibleName(/gamosa/)
    await swipe(-40)
    await expect(shown).toHaveAccessibleName(/manuscript/)
    await swipe(41)
    await expect(shown).toHaveAccessibleName(/gamosa/)
  })

  test.describe('for whoever wants less motion', () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' } })

    test('do not take turns by themselves', async ({ page }) => {
      await stopClock(page)
      await page.goto('/')
      await page.clock.runFor(11_000)
      await expect(page.getByRole('region', { name: 'Welcome' }).getByRole('img')).toHaveAccessibleName(/gamosa/)
    })
  })
})

test('a student asks for a book; a visitor is told what that is', async ({ page, db, signIn }) => {
  await page.goto('/')
  await expect(page.getByText('Our team will look for it and call you.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log in to request a book' })).toBeVisible()
  const student = await aStudent(db)
  await signIn(student)
  await page.goto('/')
  const section = page.locator('#request')
  await expect(section.getByLabel('Condition')).toHaveValue('New')
  await expect(section.getByLabel('Phone Number')).toHaveValue(student.phone)
  await section.getByRole('button', { name: 'Submit Request' }).click()
  for (const words of ['Book Name is required', 'Class is required', 'Stream is required', 'Address is required']) {
    await expect(section.getByText(words)).toBeVisible()
  }
  await expect(section.getByText('PIN is 6 digits')).toBeVisible()
  await section.getByLabel('Book Name').fill('Godan')
  await section.getByLabel('Class', { exact: true }).fill('XII')
  await section.getByLabel('Stream').selectOption('Arts')
  await section.getByLabel('Condition').selectOption('Used')
  await section.getByLabel('Address').fill('Panbazar')
  await section.getByLabel('PIN').fill('781001')
  await section.getByLabel('Comment').fill('Any edition')
  expect(await axe(page)).toEqual([])
  await section.getByRole('button', { name: 'Submit Request' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Success' })).toContainText(
    'Request submitted successfully. Our team will call you.',
  )
  await expect(section.getByLabel('Book Name')).toHaveValue('')
  const kept = await db.selectFrom('bookRequests').selectAll().where('accountId', '=', student.id).execute()
  expect(kept).toMatchObject([{ bookName: 'Godan', className: 'XII', condition: 'Used', comment: 'Any edition' }])
})

test('what a student asks for before the script of the form is there stays', async ({ page, db, signIn }) => {
  await signIn(await aStudent(db))
  const script = Promise.withResolvers<void>()
  const asked: string[] = []
  await page.route(/assets\/book-request-form/, async (route) => {
    asked.push(route.request().url())
    await script.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const name = page.locator('#request').getByLabel('Book Name')
  await name.fill('Typed early')
  await expect.poll(() => asked.length).toBe(1)
  expect(await page.evaluate(isTakenOver)).toBe(false)
  script.resolve()
  await page.waitForFunction(isTakenOver)
  await expect(name).toHaveValue('Typed early')
})

test.describe('over a bad connection', () => {
  test.use({ provoked: /ERR_FAILED|Failed to fetch/ })

  test('without the script of the form the page works as without any', async ({ page, db, signIn }) => {
    await signIn(await aStudent(db))
    const failed = page.waitForEvent('requestfailed')
    await page.route(/assets\/book-request-form/, (route) => route.abort())
    await page.goto('/', { waitUntil: 'commit' })
    await failed
    await page.locator('#request').getByLabel('Book Name').fill('Godan')
    await page.locator('#request').getByRole('button', { name: 'Submit Request' }).click()
    await expect(page.locator('#request').getByText('Address is required')).toBeVisible()
    await expect(page.locator('#request').getByLabel('Book Name')).toHaveValue('Godan')
    expect(await page.evaluate(isTakenOver)).toBe(false)
  })

  test('a request that does not arrive is said, and stays in the form', async ({ page, db, signIn }) => {
    await signIn(await aStudent(db))
    await page.goto('/')
    const section = page.locator('#request')
    await section.getByLabel('Book Name').fill('Godan')
    await section.getByLabel('Class', { exact: true }).fill('XII')
    await section.getByLabel('Stream').selectOption('Arts')
    await section.getByLabel('Address').fill('Panbazar')
    await section.getByLabel('PIN').fill('781001')
    await page.route(/_\.data/, (route) => route.abort())
    await section.getByRole('button', { name: 'Submit Request' }).click()
    await expect(page.getByRole('alertdialog', { name: 'Error' })).toContainText(
      'Oops... Failed to submit request. Please try again.',
    )
    await page.getByRole('button', { name: 'OK', exact: true }).click()
    await expect(section.getByLabel('Book Name')).toHaveValue('Godan')
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a student asks for a book', async ({ page, db, signIn }) => {
    await signIn(await aStudent(db))
    await page.goto('/')
    const section = page.locator('#request')
    await section.getByLabel('Book Name').fill('Godan')
    await section.getByRole('button', { name: 'Submit Request' }).click()
    await expect(section.getByText('Class is required')).toBeVisible()
    await expect(section.getByLabel('Book Name')).toHaveValue('Godan')
    await section.getByLabel('Class', { exact: true }).fill('XII')
    await section.getByLabel('Stream').selectOption('Arts')
    await section.getByLabel('Address').fill('Panbazar')
    await section.getByLabel('PIN').fill('781001')
    await section.getByRole('button', { name: 'Submit Request' }).click()
    await expect(section.getByRole('status')).toContainText('Request submitted successfully. Our team will call you.')
  })
})

test.describe('on a phone', () => {
  test.use(onPhone)

  test('the shelves come before the pictures and scroll by themselves; nothing else is wider than the screen', async ({
    page,
    db,
  }) => {
    const seller = await aStudent(db)
    for (let n = 0; n < 6; n++) await aNovel(db, seller, { name: 'A long name of a novel '.repeat(4).trim() })
    await aNote(db, seller)
    await page.goto('/')
    expect(await axe(page)).toEqual([])
    const top = async (part: Locator) => (await part.boundingBox())!.y
    const pictures = await top(page.getByRole('region', { name: 'Welcome' }))
    expect(await top(page.getByRole('link', { name: 'See all novels' }))).toBeLessThan(pictures)
    expect(await top(page.getByRole('link', { name: 'See all notes' }))).toBeLessThan(pictures)
  })
})
