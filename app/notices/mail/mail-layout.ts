/** A mail before it is laid out. */
export interface MailWords {
  siteName: string
  title: string
  /** "Hello Rina," */
  greeting: string | null
  paragraphs: string[]
  /** Pairs such as "Quantity" and "2". */
  facts: [label: string, value: string][]
  action: { label: string; url: string } | null
  /** Why the person gets this mail. */
  reason: string
  /** Where mails of this kind are switched off. */
  unsubscribeUrl: string | null
}

/** Reads well by itself. */
export function layOutText({
  siteName,
  title,
  greeting,
  paragraphs,
  facts,
  action,
  reason,
  unsubscribeUrl,
}: MailWords) {
  const blocks = [
    title,
    ...(greeting ? [greeting] : []),
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ['-- ', siteName, reason, ...(unsubscribeUrl ? [`No more of these: ${unsubscribeUrl}`] : [])].join('\n'),
  ]
  return `${blocks.join('\n\n')}\n`
}

/**
 * One column without tables, pictures and remote files. Its colours hold on white and on the dark ground that mail
 * programs put behind it.
 */
export function layOutHtml({
  siteName,
  title,
  greeting,
  paragraphs,
  facts,
  action,
  reason,
  unsubscribeUrl,
}: MailWords) {
  const text = (words: string) => `<p style="margin:0 0 16px">${escapeHtml(words)}</p>`
  const rows = facts.map(
    ([label, value]) => `<dt style="font-size:14px">${escapeHtml(label)}</dt>
<dd style="margin:0 0 8px;font-weight:600">${escapeHtml(value)}</dd>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;overflow-wrap:anywhere">
<main style="display:block;max-width:480px;margin:0 auto">
<p style="margin:0 0 24px;font-weight:700">${escapeHtml(siteName)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:600">${escapeHtml(title)}</h1>
${[...(greeting ? [greeting] : []), ...paragraphs].map(text).join('\n')}
${rows.length > 0 ? `<dl style="margin:0 0 16px">\n${rows.join('\n')}\n</dl>` : ''}
${action ? actionHtml(action) : ''}
<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #8a8f98;font-size:13px">${escapeHtml(reason)}${
    unsubscribeUrl ? ` <a href="${escapeHtml(unsubscribeUrl)}" style="color:inherit">No more of these</a>` : ''
  }</p>
</main>
</body>
</html>
`
}

/** The address is written out below the button, for who reads where a link leads before following it. */
const actionHtml = ({ label, url }: { label: string; url: string }) =>
  `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:4px;background:#b3141d;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;font-size:13px">${escapeHtml(url)}</p>`

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (letter) => escapes[letter]!)
