import { setUpForms } from './docs/forms.js'
import { setUpSearch } from './docs/search.js'
import { replaceOrigin } from './docs/texts.js'

/** The script of the documentation: the daemon's own address in examples, and search and forms of the API reference. */

for (const code of document.querySelectorAll('main code')) {
  const text = code.textContent ?? ''
  const replaced = replaceOrigin(text, location)
  if (replaced !== text) code.textContent = replaced
}
setUpSearch()
setUpForms()
