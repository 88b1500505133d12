import { matchesWords } from './texts.js'

/** Sets up the search of the API reference, which hides the methods that do not match. Other pages have no search. */
export function setUpSearch(): void {
  const box = document.querySelector<HTMLInputElement>('#find')
  const count = document.querySelector('#found')
  if (box === null || count === null) return
  const methods = [...document.querySelectorAll<HTMLElement>('.group article')].map((article) => ({
    article,
    item: document.querySelector(`.methods a[href="#${article.id}"]`)?.closest('li'),
    text: textOf(article),
  }))
  const parents = document.querySelectorAll<HTMLElement>('.group, .methods > li')

  const filter = (): void => {
    const query = box.value.trim()
    for (const { article, item, text } of methods) {
      article.hidden = !matchesWords(text, query)
      if (item) item.hidden = article.hidden
    }
    for (const parent of parents)
      parent.hidden = parent.querySelector('article:not([hidden]), li:not([hidden])') === null
    const found = methods.filter(({ article }) => !article.hidden).length
    count.textContent = query === '' ? '' : `${found} of ${methods.length} methods`
  }
  const clear = (): void => {
    box.value = ''
    filter()
  }
  /** Shows the target of a link although the search has hidden it. */
  const showTarget = (): void => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    if (target?.closest('[hidden]') == null) return
    clear()
    target.scrollIntoView()
  }

  box.closest('.find')?.removeAttribute('hidden')
  box.addEventListener('input', filter)
  box.addEventListener('keydown', ({ key }) => {
    const first = methods.find(({ article }) => !article.hidden)
    if (key === 'Enter' && first !== undefined) location.hash = first.article.id
    if (key === 'Escape') clear()
  })
  addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, select, textarea')
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    box.focus()
    box.select()
  })
  addEventListener('hashchange', showTarget)
  // A browser restores the text in the box when the user returns to a page.
  filter()
  showTarget()
}

/** Returns the name, the texts and the parameters of a method, without its example. */
function textOf(article: HTMLElement): string {
  const parts = article.querySelectorAll('h3, p, td')
  return [...parts].map(({ textContent }) => textContent).join(' ')
}
