/** A secret with characters that each way of writing changes. */
export const writtenSecret = 'S3cr3t/+value=with"quotes'

const entity = (base: 10 | 16) => (text: string) =>
  [...text].map((letter) => `&#${base === 16 ? 'x' : ''}${letter.charCodeAt(0).toString(base)};`).join('')
const unicode = (text: string) =>
  [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
const percent = (text: string) => Buffer.from(text).toString('hex').replace(/../g, '%$&')
const wrap = (text: string, at: number, by: string) =>
  text.match(new RegExp(`.{1,${at}}`, 'g'))?.join(by) ?? text

/** Ways in which a secret turns up in texts. */
export const secretWritings: readonly (readonly [how: string, write: (text: string) => string])[] = [
  ['in decimal HTML entities', entity(10)],
  ['in hex HTML entities', entity(16)],
  ['in named HTML entities', (text) => text.replaceAll('"', '&quot;').replaceAll('+', '&plus;')],
  ['in HTML entities, twice', (text) => entity(10)(text).replaceAll('&', '&amp;')],
  ['URL-encoded twice', (text) => encodeURIComponent(encodeURIComponent(text))],
  ['URL-encoded three times', (text) => encodeURIComponent(encodeURIComponent(encodeURIComponent(text)))],
  ['with every character URL-encoded', percent],
  ['in \\u escapes', unicode],
  ['in \\u escapes in JSON in JSON', (text) => unicode(text).replaceAll('\\', '\\\\')],
  ['in \\x escapes', (text) => Buffer.from(text).toString('hex').replace(/../g, '\\x$&')],
  ['with escaped slashes', (text) => text.replaceAll('/', '\\/')],
  ['with escaped slashes and quotes in JSON', (text) => JSON.stringify(text).replaceAll('/', '\\/')],
  ['in wrapped base64', (text) => wrap(Buffer.from(text).toString('base64'), 12, '\n')],
  ['in base64 wrapped within JSON', (text) => wrap(Buffer.from(text).toString('base64'), 12, '\\r\\n')],
  ['in base64 with URL-encoded padding', (text) => encodeURIComponent(Buffer.from(text).toString('base64'))],
  ['in base64 of base64', (text) => Buffer.from(Buffer.from(text).toString('base64')).toString('base64')],
  ['in base64 of UTF-16', (text) => Buffer.from(text, 'utf16le').toString('base64')],
  ['in base64 with a user before it', (text) => Buffer.from(`me:${text}`).toString('base64')],
  ['in wrapped hex', (text) => wrap(Buffer.from(text).toString('hex'), 16, '\n  ')],
  ['in hex with colons', (text) => wrap(Buffer.from(text).toString('hex'), 2, ':')],
  ['in hex with blanks', (text) => wrap(Buffer.from(text).toString('hex'), 2, ' ')],
  ['as a list of bytes', (text) => JSON.stringify([...Buffer.from(text)])],
  ['backwards', (text) => [...text].reverse().join('')],
  ['over two lines', (text) => wrap(text, 9, '\n')],
  ['in hex HTML entities with leading zeros', (text) => entity(16)(text).replaceAll('&#x', '&#x00000')],
  [
    'URL-encoded five times',
    (text) => Array.from({ length: 4 }).reduce<string>(encodeURIComponent, percent(text)),
  ],
  [
    'in octal escapes',
    (text) => [...Buffer.from(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
  ],
  ['as hex numbers', (text) => [...Buffer.from(text)].map((byte) => `0x${byte.toString(16)}`).join(', ')],
  ['as bytes with blanks', (text) => [...Buffer.from(text)].join(' ')],
  ['in base64 of JSON', (text) => Buffer.from(JSON.stringify({ key: text })).toString('base64')],
  ['in base64 of a URL', (text) => Buffer.from(encodeURIComponent(text)).toString('base64')],
  ['in groups', (text) => wrap(text, 4, '-')],
  ['with invisible characters', (text) => wrap(text, 3, '\u200b')],
  ['over the items of a list', (text) => JSON.stringify([text.slice(0, 11), text.slice(11)])],
  ['over two members', (text) => JSON.stringify({ from: text.slice(0, 11), to: text.slice(11) })],
  ['in quoted-printable', (text) => wrap(text.replaceAll('=', '=3D'), 10, '=\r\n')],
  ['but for the last four characters', (text) => `${text.slice(0, -4)}****`],
  ['but for the first four characters', (text) => `****${text.slice(4)}`],
  ['but for the last four, in base64', (text) => Buffer.from(text.slice(0, -4)).toString('base64')],
  ['but for the last four, URL-encoded', (text) => encodeURIComponent(text.slice(0, -4))],
  ['but for the last four, in hex', (text) => Buffer.from(text.slice(0, -4)).toString('hex')],
]
