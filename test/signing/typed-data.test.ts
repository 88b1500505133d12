import { describe, expect, test } from 'vitest'
import { toHex } from '../../src/signing/hex.js'
import {
  domainSeparator,
  encodeType,
  hashStruct,
  hashTypedData,
  signTypedData,
} from '../../src/signing/typed-data.js'
import { mail, mailKey } from './examples.js'

describe('the example of EIP-712', () => {
  test('is spelled, hashed and signed as the standard says', () => {
    const { domain, types, message } = mail
    expect(encodeType('Mail', types)).toBe(
      'Mail(Person from,Person to,string contents)Person(string name,address wallet)',
    )
    expect(toHex(domainSeparator(domain))).toBe(
      '0xf2cee375fa42b42143804025fc449deafd50cc031ca257e0b194a650a912090f',
    )
    expect(toHex(hashStruct('Mail', types, message))).toBe(
      '0xc52c0ee5d84264471806290a3f2c4cecfc5490626bf912d01f240d7a274b371e',
    )
    expect(toHex(hashTypedData(mail))).toBe(
      '0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2',
    )
    expect(mailKey.address).toBe('0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826')
    expect(signTypedData(mailKey, mail)).toBe(
      '0x4355c47d63924e8a72e509b65029052eb6c299d53a04e167c5775fd466751c9d' +
        '07299936d304c153f6443dfa05f40ff007d72911b6f72307f996231605b915621c',
    )
  })
})
