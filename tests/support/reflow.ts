import type { Page } from '@playwright/test'

/** A viewport in CSS pixels, which a zoom of 200 % halves. `font` is the font size that people set in their browser. */
export interface View {
  width: number
  height: number
  font: 16 | 32
  /** Enlarges text alone, as some browsers do: media queries do not change with it. */
  text?: '100%' | '200%'
}

export async function show(page: Page, { width, height, font, text = '100%' }: View) {
  const session = await page.context().newCDPSession(page)
  await page.setViewportSize({ width, height })
  await session.send('Page.setFontSizes', { fontSizes: { standard: font } })
  await page.evaluate((size) => (document.documentElement.style.fontSize = size), text)
  const pixels = `${font * (Number.parseInt(text, 10) / 100)}px`
  await page.waitForFunction((size) => getComputedStyle(document.documentElement).fontSize === size, pixels)
  await session.detach()
}

/** Shows each address in each view, and says what does not fit. */
export async function misfits(page: Page, addresses: string[], views: View[]) {
  const found: string[] = []
  for (const address of addresses) {
    await page.goto(address)
    for (const view of views) {
      await show(page, view)
      const wrong = await page.evaluate(findMisfits)
      found.push(...wrong.map((what) => `${address} in ${JSON.stringify(view)}: ${what}`))
    }
  }
  return found
}

function findMisfits() {
  const root = document.documentElement
  const nameOf = (element: Element) => `${element.tagName} ${element.textContent.trim().slice(0, 30)}`
  /** Elements in their own scroll container, such as shelves and tabs, may be wider than the screen. */
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
  const open = document.querySelector('dialog[open]')
  const wide = [root, ...document.querySelectorAll('dialog[open]')]
    .filter((box) => box.scrollWidth > box.clientWidth)
    .map((box) => {
      // The text of an element may reach further than its box.
      const reach = (inner: Element) => inner.getBoundingClientRect().left + inner.scrollWidth
      const widest = [...box.querySelectorAll('*')].findLast((inner) => reach(inner) > box.clientWidth + 0.5)
      return `${box.tagName} is ${box.scrollWidth} px wide in ${box.clientWidth}, by ${widest?.outerHTML.slice(0, 120)}`
    })
  const outside = [...(open ?? document).querySelectorAll('a, button, summary, input, select, textarea')]
    .filter(
      (control) => control.checkVisibility() && !control.closest('.sr-only') && (open !== null || !scrolls(control)),
    )
    .filter((control) => {
      const { left, right, width } = control.getBoundingClientRect()
      return width > 0 && (left < -0.5 || right > root.clientWidth + 0.5)
    })
    .map((control) => `${nameOf(control)} is off the screen`)
  // Every field needs room for ten digits.
  const narrow = [
    ...(open ?? document).querySelectorAll(
      'input:not([type=hidden], [type=file], [type=checkbox], [type=radio]), select, textarea',
    ),
  ]
    .filter((field) => field.checkVisibility())
    .filter((field) => field.clientWidth < 6 * Number.parseFloat(getComputedStyle(field).fontSize))
    .map((field) => `${field.getAttribute('name')} is ${field.clientWidth} px wide`)
  return [...wide, ...outside, ...narrow]
}
