import { describe, expect, test } from 'vitest'
import { bareFormOf, bareReadingsOf, formsOf, readingsOf } from '../../../src/policy/secrets/secret-forms.js'

const bytes = (text: string) => [...Buffer.from(text)]

describe('a secret is looked for', () => {
  const secret = 'Hunter2/+Hunter2'

  test.each([
    ['as it is, in lower case', 'hunter2/+hunter2'],
    ['backwards', '2retnuh+/2retnuh'],
    ['without its first four characters', 'er2/+hunter2'],
    ['without its last four characters', 'hunter2/+hun'],
    ['in hex', Buffer.from(secret).toString('hex')],
    [
      'in hex with colons',
      bytes(secret)
        .map((byte) => byte.toString(16))
        .join(':'),
    ],
    [
      'in hex with dashes',
      bytes(secret)
        .map((byte) => byte.toString(16))
        .join('-'),
    ],
    [
      'in hex, byte for byte',
      bytes(secret)
        .map((byte) => byte.toString(16))
        .join(',0x'),
    ],
    ['as a list of bytes', bytes(secret).join(',')],
    ['as bytes with blanks', bytes(secret).join(' ')],
    ['URL-encoded', 'hunter2%2f%2bhunter2'],
    ['as base64', Buffer.from(secret).toString('base64').toLowerCase().slice(0, 21)],
    ['as base64 of UTF-16', Buffer.from(secret, 'utf16le').toString('base64').toLowerCase().slice(0, 42)],
  ])('%s', (_how, form) => {
    expect(formsOf(secret)).toContain(form)
  })

  test('as base64url, and with slashes escaped', () => {
    const forms = formsOf('???>>>???>>>')
    expect(forms).toContain('pz8_pj4-pz8_pj4-')
    expect(forms).toContain('pz8\\/pj4+pz8\\/pj4+')
  })

  test('within what was written around it before it was encoded', () => {
    for (const before of ['', 'x', 'xy', 'xyz']) {
      const text = Buffer.from(`${before}${secret}yz`).toString('base64').toLowerCase()
      expect(formsOf(secret).some((form) => form.length > 16 && text.includes(form))).toBe(true)
    }
  })

  test('in base32, also within what was written around it', () => {
    // Python: base64.b32encode(b'x' * n + b'foobarfoobarfoobar'), n = 0 to 5.
    const texts = [
      'mzxw6ytbojtg633cmfzgm33pmjqxe',
      'pbtg633cmfzgm33pmjqxeztpn5rgc4q',
      'pb4gm33pmjqxeztpn5rgc4tgn5xweyls',
      'pb4hqztpn5rgc4tgn5xweylsmzxw6ytboi',
      'pb4hq6dgn5xweylsmzxw6ytbojtg633cmfza',
      'pb4hq6dymzxw6ytbojtg633cmfzgm33pmjqxe',
    ]
    const forms = formsOf('foobarfoobarfoobar')
    for (const text of texts) expect(forms.some((form) => form.length > 16 && text.includes(form))).toBe(true)
  })

  test('with the bytes below sixteen as two digits', () => {
    expect(formsOf('\tabcdefg\n\thunter')).toContain(Buffer.from('abcdefg\n\thunter').toString('hex'))
  })

  test('by each long word of it, and by no short one', () => {
    const forms = formsOf('Bearer abcdefghijklmnop fifteen-letters')
    expect(forms).toContain('abcdefghijklmnop')
    expect(forms).not.toContain('fifteen-letters')
    expect(forms).toContain('bearerabcdefghijklmnopfifteen-letters')
  })

  test('by the lines of a key file, but not by those that half the world has', () => {
    const forms = formsOf('-----BEGIN PRIVATE KEY-----\nthe line of the key\r\nshort line here\n')
    expect(forms).toContain('the line of the key')
    expect(forms).not.toContain('short line here')
    expect(forms).not.toContain('-----begin private key-----')
  })

  test('by the digits behind 0x', () => {
    expect(formsOf('0x0123456789ABCDEF')).toContain('0123456789abcdef')
  })

  test('by the payload and the signature of a JWT, alone or as a word', () => {
    const jwt = 'eyJhbGciOiJIUzI1NiJ9.the-payload-of-it.the_signature_of_it'
    for (const secretWithJwt of [jwt, `Bearer ${jwt}`]) {
      const forms = formsOf(secretWithJwt)
      expect(forms).toContain('the-payload-of-it')
      expect(forms).toContain('the_signature_of_it')
      expect(forms).not.toContain('eyjhbgcioijiuzi1nij9')
    }
  })

  test('by nothing that is too short to be told from chance', () => {
    for (const form of formsOf('12345678')) expect(form.length).toBeGreaterThanOrEqual(8)
    expect(formsOf(' 12345678 ')).toContain('12345678')
    expect(formsOf('fifteen-letters')).not.toContain('een-letters')
    expect(formsOf('')).toEqual([])
  })
})

describe('letters and digits alone', () => {
  test.each([
    ['Hunter-2-Hunter-2-Hu', 'hunter2hunter2hu'],
    ['Hunter-2-Hunter-2-H', undefined],
    ['0123-4567-8901-2345', undefined],
    ['0123-4567-8901-234a', '012345678901234a'],
    ['häntér-hunter-2-hunter', 'häntérhunter2hunter'],
  ])('of the secret %j are %j', (secret, bare) => {
    expect(bareFormOf(secret)).toBe(bare)
  })

  test('of a text are those of all, and those without the names of members', () => {
    expect(bareReadingsOf('{"a": "B-1", "c\\"d" :"é 2"}')).toEqual(['ab1cdé2', 'b1é2'])
    expect(bareReadingsOf('A\u00ad\u200b\u3000b')).toEqual(['ab'])
  })
})

describe('a text is read', () => {
  test.each([
    ['as it is', 'hunter2', 'hunter2'],
    ['out of JSON', '\\u0068\\u{75}nt\\"er\\/2\\n', 'hunt"er/2\n'],
    ['out of bytes in hex', '\\x68\\xc3\\xa4', 'hä'],
    ['out of characters in hex', '\\xe4', 'ä'],
    ['out of octal digits', '\\150\\165', 'hu'],
    ['out of HTML, by numbers', '&#x68;&#117;&#x6E', 'hun'],
    ['out of HTML, by names', '&lt;&quot;&apos;&sol;&plus;&equals;&gt;&amp;', '<"\'/+=>&'],
    ['out of a URL', 'h%C3%a4', 'hä'],
    ['out of a mail', 'h=C3=A4=\r\nx', 'häx'],
    ['out of one writing within another', '%5Cu0068%2526', 'h&'],
    ['and a character that there is not is none', 'h&#x110000;u', 'hu'],
  ])('%s', (_how, text, read) => {
    expect(readingsOf(text).plain.at(-1)).toBe(read)
  })

  test('once more after each writing that is undone: an escaped backslash begins another then', () => {
    expect(readingsOf('\\\\x68').plain).toEqual(['\\\\x68', '\\x68', 'h'])
  })

  test('without blanks where it has some', () => {
    expect(readingsOf('hun ter\n2').withoutBlanks).toEqual(['hunter2'])
    expect(readingsOf('hunter2').withoutBlanks).toEqual([])
    expect(readingsOf('hun%20ter').withoutBlanks).toEqual(['hunter'])
  })

  test('no deeper than six writings', () => {
    let text = '&'
    for (let depth = 0; depth < 8; depth++) text = encodeURIComponent(text)
    expect(readingsOf(text).plain).toHaveLength(7)
  })
})
