import { Marked } from 'marked'
import { anchorOf, escapeText, type NavigationEntry, renderPage } from './html.js'
import { renderReference } from './reference.js'
import { makeExamples } from './reference-examples.js'

/** The source of a page. */
export interface Written {
  readonly name: string
  readonly title: string
  readonly markdown: string
}

const marked = new Marked({
  renderer: {
    heading({ tokens, depth }) {
      const html = this.parser.parseInline(tokens)
      return `<h${depth} id="${anchorOf(html)}">${html}</h${depth}>\n`
    },
    table(token) {
      // A wide table scrolls separately from the page.
      const cells = (row: typeof token.header, tag: string): string =>
        `<tr>${row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`
      return `<div class="scroll"><table><thead>${cells(token.header, 'th')}</thead><tbody>${token.rows.map((row) => cells(row, 'td')).join('')}</tbody></table></div>\n`
    },
    code({ text, lang = '' }) {
      return `<pre tabindex="0"><code${lang === '' ? '' : ` class="language-${lang}"`}>${escapeText(text)}</code></pre>\n`
    },
    link({ href, tokens }) {
      // Files outside the guide are in the repository only.
      if (href.startsWith('../')) return this.parser.parseInline(tokens)
      // Pages link to each other as files, which also works outside of this site.
      const target = href.replace(/^(?:\.\/)?([\w-]+)\.md(#.*)?$/, '/docs/$1$2')
      return `<a href="${target}">${this.parser.parseInline(tokens)}</a>`
    },
  },
})

/** Renders the files of the documentation by name, with the pages of the guide in the given order. */
export async function makePages(written: readonly Written[]): Promise<Readonly<Record<string, string>>> {
  const pages: NavigationEntry[] = [
    ...written.map(({ name, title }, at) => ({ href: at === 0 ? '/docs' : `/docs/${name}`, title })),
    { href: '/docs/api', title: 'API reference' },
  ]
  const guide = await Promise.all(
    written.map(async ({ name, title, markdown }, at) => {
      const here = pages[at]?.href ?? ''
      const html = renderPage(title, await marked.parse(markdown), { pages, here })
      return [`docs-${name}.html`, html] as const
    }),
  )
  const reference = renderPage('API reference', renderReference(await makeExamples()), {
    pages,
    here: '/docs/api',
  })
  return { ...Object.fromEntries(guide), 'docs-api.html': reference }
}
