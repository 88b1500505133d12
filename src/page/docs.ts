import { setUpForms } from './docs/forms.js'
import { setUpSearch } from './docs/search.js'
import { replaceOrigin } from './docs/texts.js'

/** The documentation's script. It inserts the daemon's own address into examples, and adds the API reference's search and forms. */

for (const code of document.querySelectorAll('main code')) {
  const text = code.textContent ?? ''
  const replaced = replaceOrigin(text, location)
  if (replaced !== text) code.textContent = replaced
}
setUpSearch()
setUpForms()
