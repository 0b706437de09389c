/** Markup as a browser reads it: in which order attributes stand, and how the end of an empty element is written, is one. */
export const inOrder = (markup: string) =>
  markup.replaceAll(/<(\w+)((?: [\w-]+="[^"]*")*)\/?>/g, (_, tag: string, attributes: string) => {
    const each = attributes.match(/ [\w-]+="[^"]*"/g) ?? []
    return `<${tag}${each.toSorted().join('')}>`
  })
