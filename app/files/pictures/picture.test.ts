import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { pictureUrl } from './picture-url.ts'
import { Picture } from './picture.tsx'

const render = (width: number, height: number, maxWidth?: number) =>
  renderToStaticMarkup(
    createElement(Picture, {
      file: { key: 'images/1_ab_a.jpg', width, height },
      ...(maxWidth && { maxWidth }),
      alt: 'A cover',
      sizes: '160px',
    }),
  )

test('a picture offers every width, a JPEG for old browsers, and has its width and height', () => {
  const html = render(1024, 768)
  expect(html).toContain(
    'srcSet="/pictures/images/1_ab_a-160.webp 160w, /pictures/images/1_ab_a-320.webp 320w, ' +
      '/pictures/images/1_ab_a-640.webp 640w, /pictures/images/1_ab_a.webp 1024w"',
  )
  expect(html).toMatch(/<img [^>]*src="\/pictures\/images\/1_ab_a\.jpg"/)
  expect(html).toMatch(/<img [^>]*width="1024" height="768" alt="A cover" loading="lazy"/)
})

test('a small picture is not offered in widths that it does not have', () => {
  expect(render(320, 200)).toContain(
    'srcSet="/pictures/images/1_ab_a-160.webp 160w, /pictures/images/1_ab_a.webp 320w"',
  )
})

test('a picture that is shown small is not offered larger than any screen needs', () => {
  const enough = 'srcSet="/pictures/images/1_ab_a-160.webp 160w, /pictures/images/1_ab_a-320.webp 320w"'
  expect(render(1024, 768, 104)).toContain(enough)
  expect(render(1024, 768, 108)).toContain('640w"')
  expect(render(300, 200, 104)).toContain('/pictures/images/1_ab_a.webp 300w"')
})

test('a picture URL names a width and a format', () => {
  expect(pictureUrl('images/1_ab_a.jpg')).toBe('/pictures/images/1_ab_a.jpg')
  expect(pictureUrl('images/1_ab_a.jpg', 320)).toBe('/pictures/images/1_ab_a-320.jpg')
  expect(pictureUrl('images/1_ab_a.jpg', 160, 'webp')).toBe('/pictures/images/1_ab_a-160.webp')
})
