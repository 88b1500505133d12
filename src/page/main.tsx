import { render } from 'preact'

const root = document.querySelector('#page')
if (root !== null) render(<p>pmx-local</p>, root)
