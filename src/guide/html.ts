/** Escapes the text of an element. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Escapes text for HTML, also for an attribute. */
export function escapeHtml(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;')
}

/** Returns the anchor of a heading. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/<[^>]*>|&\w+;/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

/** Escapes a text, and renders `code` in it. */
export function withCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

export interface NavigationEntry {
  readonly href: string
  readonly title: string
}

/** Renders a full page of the documentation; it is readable without scripts. */
export function renderPage(
  title: string,
  body: string,
  { pages, here }: { readonly pages: readonly NavigationEntry[]; readonly here: string },
): string {
  const links = pages.map(({ href, title: told }) => {
    const current = href === here ? ' aria-current="page"' : ''
    return `<li><a href="${href}"${current}>${escapeHtml(told)}</a></li>`
  })
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} - pmx-local</title>
<link rel="icon" href="/assets/icon.svg">
<link rel="stylesheet" href="/assets/base.css">
<link rel="stylesheet" href="/assets/docs.css">
<script type="module" src="/assets/docs.js"></script>
</head>
<body class="docs">
<a class="skip" href="#content">To the text</a>
<nav aria-label="Documentation">
<p class="home"><a href="/">pmx-local</a></p>
<ul>
${links.join('\n')}
</ul>
</nav>
<main id="content">
${body}
</main>
</body>
</html>
`
}
