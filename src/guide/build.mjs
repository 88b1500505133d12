// Puts what is not code beside the bundle: the guide as Markdown for assistants, and what packages are made with.
import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('.', import.meta.url))
const dist = fileURLToPath(new URL('../../dist/', import.meta.url))

mkdirSync(`${dist}guide`, { recursive: true })
cpSync(fileURLToPath(new URL('../packaging/', import.meta.url)), `${dist}packaging`, { recursive: true })
for (const name of readdirSync(source))
  if (/\.(md|json)$/.test(name)) cpSync(source + name, `${dist}guide/${name}`)
