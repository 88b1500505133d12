import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeHMACSignature } from '@limitless-exchange/sdk'
import { createL1ActionHash, signL1Action, signUserSignedAction } from '@nktkas/hyperliquid/signing'
import { createL1Headers, createL2Headers, OrderBuilder } from '@polymarket/clob-client-v2'
import { TypedDataEncoder, Wallet } from 'ethers'
import fc from 'fast-check'
import { getAddress, getCreate2Address, hashMessage, hashTypedData, recoverTypedDataAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { signingKit } from './support/signing-kit.mjs'

/** The same signed by us and by libraries of others: byte for byte the same, or one of us is wrong. */

const kit = await signingKit()

const hex = (bytes) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((value) => `0x${Buffer.from(value).toString('hex')}`)
const address = hex(20).map((text) => getAddress(text))
const privateKey = fc
  .bigInt({ min: 1n, max: 2n ** 255n })
  .map((key) => `0x${key.toString(16).padStart(64, '0')}`)
const integer = (min, max) => fc.oneof(fc.constantFrom(min, max), fc.bigInt({ min, max }))

/** An elementary type and values of it. */
const leaf = fc.oneof(
  fc.record({ bytes: fc.integer({ min: 1, max: 32 }), isSigned: fc.boolean() }).map(({ bytes, isSigned }) => {
    const size = 1n << BigInt(8 * bytes)
    return isSigned
      ? [`int${8 * bytes}`, integer(-size / 2n, size / 2n - 1n)]
      : [`uint${8 * bytes}`, integer(0n, size - 1n)]
  }),
  fc.integer({ min: 1, max: 32 }).map((bytes) => [`bytes${bytes}`, hex(bytes)]),
  fc.constantFrom(
    ['address', address],
    ['bool', fc.boolean()],
    ['string', fc.string({ unit: 'grapheme' })],
    ['bytes', fc.integer({ min: 0, max: 70 }).chain(hex)],
  ),
)

/** The type as it is, or lists of it, of a fixed length or any. */
const listed = ([type, values]) =>
  fc
    .array(fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }), { maxLength: 2 })
    .map((lengths) =>
      lengths.reduce(
        ([inner, items], length) =>
          length === undefined
            ? [`${inner}[]`, fc.array(items, { maxLength: 3 })]
            : [`${inner}[${length}]`, fc.array(items, { minLength: length, maxLength: length })],
        [type, values],
      ),
    )

/** Structures, each of which has the next ones among its members; and a message of the first. */
const structures = fc.shuffledSubarray(['Order', 'Agent', 'Zeta', 'Item'], { minLength: 1 }).chain((names) =>
  names
    .reduceRight(
      (later, name) =>
        later.chain((known) =>
          fc
            .tuple(
              fc.array(leaf.chain(listed), { minLength: 1, maxLength: 4 }),
              fc.tuple(...known.map((one) => listed([one.name, one.values]))),
            )
            .map((groups) => {
              const members = groups
                .flat()
                .map(([type, values], index) => ({ name: `m${index}`, type, values }))
              const fields = members.map(({ name: member, type }) => ({ name: member, type }))
              const values = fc.record(Object.fromEntries(members.map((one) => [one.name, one.values])))
              return [{ name, fields, values }, ...known]
            }),
        ),
      fc.constant([]),
    )
    .chain((made) =>
      made[0].values.map((message) => ({
        primaryType: made[0].name,
        types: Object.fromEntries(made.map(({ name, fields }) => [name, fields])),
        message,
      })),
    ),
)

const domain = fc.record(
  {
    name: fc.string(),
    version: fc.string(),
    chainId: fc.integer({ min: 1, max: 2 ** 40 }),
    verifyingContract: address,
    salt: hex(32),
  },
  { requiredKeys: [] },
)

test('typed data of any shape', async () => {
  const shape = fc.record({ domain, data: structures, secret: privateKey })
  await fc.assert(
    fc.asyncProperty(shape, async ({ domain, data, secret }) => {
      const ours = { domain, ...data }
      const key = kit.privateKeyOf(secret)
      const account = privateKeyToAccount(secret)
      assert.equal(key.address, account.address)
      assert.equal(
        kit.encodeType(data.primaryType, data.types),
        TypedDataEncoder.from(data.types).encodeType(data.primaryType),
      )
      assert.equal(kit.toHex(kit.hashDomain(domain)), TypedDataEncoder.hashDomain(domain))
      const digest = kit.hashTypedData(ours)
      assert.equal(kit.toHex(digest), hashTypedData(ours))
      assert.equal(kit.toHex(digest), TypedDataEncoder.hash(domain, data.types, data.message))
      const signature = kit.signTypedData(key, ours)
      assert.equal(signature, await account.signTypedData(ours))
      assert.equal(signature, await new Wallet(secret).signTypedData(domain, data.types, data.message))
      assert.equal(
        await recoverTypedDataAddress({ ...ours, signature }),
        kit.recoverAddress(digest, signature),
      )
    }),
    { numRuns: 40 },
  )
})

test('messages, addresses, and where a factory puts a contract', async () => {
  const shape = fc.record({
    secret: privateKey,
    text: fc.string({ unit: 'grapheme' }),
    factory: address,
    salt: hex(32),
    hash: hex(32),
  })
  await fc.assert(
    fc.asyncProperty(shape, async ({ secret, text, factory, salt, hash }) => {
      assert.equal(kit.toHex(kit.digestPersonalMessage(text)), hashMessage(text))
      const signature = kit.signPersonal(kit.privateKeyOf(secret), text)
      assert.equal(signature, await privateKeyToAccount(secret).signMessage({ message: text }))
      assert.equal(kit.parseAddress(factory.toLowerCase()), factory)
      const place = kit.deriveCreate2Address(factory, kit.parseHex(salt), kit.parseHex(hash))
      assert.equal(place, getCreate2Address({ from: factory, salt, bytecodeHash: hash }))
    }),
    { numRuns: 30 },
  )
})

test('actions of Hyperliquid', async () => {
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      fc.maxSafeInteger(),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.array(tie('tree'), { maxLength: 18 }),
      fc.dictionary(fc.stringMatching(/^[a-z]\w{0,40}$/), tie('tree'), {
        maxKeys: 18,
        noNullPrototype: true,
      }),
    ),
  }))
  const time = fc.integer({ min: 0, max: 2 ** 50 })
  const shape = fc.record({
    secret: privateKey,
    action: tree.map((value) => ({ type: 'order', value })),
    isTestnet: fc.boolean(),
    terms: fc.record(
      { nonce: time, vaultAddress: address.map((text) => text.toLowerCase()), expiresAfter: time },
      { requiredKeys: ['nonce'] },
    ),
  })
  await fc.assert(
    fc.asyncProperty(shape, async ({ secret, action, isTestnet, terms }) => {
      assert.equal(kit.toHex(kit.hashAction(action, terms)), createL1ActionHash({ action, ...terms }))
      const theirs = await signL1Action({ wallet: privateKeyToAccount(secret), action, isTestnet, ...terms })
      const ours = kit.signAction(kit.privateKeyOf(secret), action, terms, isTestnet ? 'testnet' : 'mainnet')
      assert.deepEqual(ours, theirs)
    }),
    { numRuns: 60 },
  )
})

test('an action of the account on Hyperliquid', async () => {
  const secret = `0x${'11'.repeat(32)}`
  const primaryType = 'HyperliquidTransaction:ApproveBuilderFee'
  const fields = [
    { name: 'hyperliquidChain', type: 'string' },
    { name: 'maxFeeRate', type: 'string' },
    { name: 'builder', type: 'address' },
    { name: 'nonce', type: 'uint64' },
  ]
  const action = {
    type: 'approveBuilderFee',
    signatureChainId: '0x66eee',
    hyperliquidChain: 'Mainnet',
    maxFeeRate: '0%',
    builder: `0x${'22'.repeat(20)}`,
    nonce: 1_790_000_000_000,
  }
  const data = kit.buildAccountActionData(primaryType, fields, action)
  const ours = kit.splitSignature(kit.signTypedData(kit.privateKeyOf(secret), data))
  const wallet = privateKeyToAccount(secret)
  assert.deepEqual(ours, await signUserSignedAction({ wallet, action, types: { [primaryType]: fields } }))
})

test('the logins of Polymarket', async () => {
  const secret = `0x${'11'.repeat(32)}`
  const key = kit.privateKeyOf(secret)
  const wallet = new Wallet(secret)
  const signer = {
    getAddress: () => wallet.getAddress(),
    _signTypedData: (...args) => wallet.signTypedData(...args),
  }
  const first = await createL1Headers(signer, 137, 3, 1_790_000_000)
  const login = {
    domain: { name: 'ClobAuthDomain', version: '1', chainId: 137 },
    types: {
      ClobAuth: [
        { name: 'address', type: 'address' },
        { name: 'timestamp', type: 'string' },
        { name: 'nonce', type: 'uint256' },
        { name: 'message', type: 'string' },
      ],
    },
    primaryType: 'ClobAuth',
    message: {
      address: key.address,
      timestamp: '1790000000',
      nonce: 3,
      message: 'This message attests that I control the given wallet',
    },
  }
  assert.equal(first.POLY_SIGNATURE, kit.signTypedData(key, login))
  const creds = { key: 'k', secret: Buffer.from('a secret of nobody').toString('base64url'), passphrase: 'p' }
  const call = { method: 'POST', requestPath: '/order', body: '{"ü":1}' }
  const second = await createL2Headers(signer, creds, call, 1_790_000_000)
  const ours = kit
    .hmacKeyOf(creds.secret, 'base64')
    .sign('1790000000POST/order{"ü":1}', 'sha256', 'base64url')
  assert.equal(second.POLY_SIGNATURE, ours)
})

test('orders of Polymarket, of an account and of a wallet that is a contract', async () => {
  const secret = `0x${'11'.repeat(32)}`
  const key = kit.privateKeyOf(secret)
  const wallet = new Wallet(secret)
  const signer = {
    getAddress: () => wallet.getAddress(),
    _signTypedData: (...args) => wallet.signTypedData(...args),
  }
  const funder = getAddress(`0x${'33'.repeat(20)}`)
  const wish = { tokenID: '123456789', price: 0.52, size: 10, side: 'BUY' }
  for (const signatureType of [0, 3]) {
    const builder = new OrderBuilder(signer, 137, signatureType, signatureType === 0 ? undefined : funder)
    const order = await builder.buildOrder(wish, { tickSize: '0.01', negRisk: false }, 2)
    const data = {
      domain: {
        name: 'Polymarket CTF Exchange',
        version: '2',
        chainId: 137,
        verifyingContract: '0xE111180000d2663C0091e4f400237545B87B996B',
      },
      types: {
        Order: [
          { name: 'salt', type: 'uint256' },
          { name: 'maker', type: 'address' },
          { name: 'signer', type: 'address' },
          { name: 'tokenId', type: 'uint256' },
          { name: 'makerAmount', type: 'uint256' },
          { name: 'takerAmount', type: 'uint256' },
          { name: 'side', type: 'uint8' },
          { name: 'signatureType', type: 'uint8' },
          { name: 'timestamp', type: 'uint256' },
          { name: 'metadata', type: 'bytes32' },
          { name: 'builder', type: 'bytes32' },
        ],
      },
      primaryType: 'Order',
      message: { ...order, side: 0 },
    }
    const domain = {
      name: 'DepositWallet',
      version: '1',
      chainId: 137,
      verifyingContract: funder,
      salt: kit.ZERO_WORD,
    }
    const ours = signatureType === 0 ? kit.signTypedData(key, data) : kit.signForWallet(key, data, domain)
    assert.equal(order.signature, ours)
  }
})

test('calls of Limitless', () => {
  const secret = Buffer.from('another secret of nobody').toString('base64')
  const [at, path, body] = ['2026-11-25T10:30:00.000Z', '/orders?a=b', '{"side":0}']
  const theirs = computeHMACSignature(secret, at, 'post', path, body)
  const ours = kit.hmacKeyOf(secret, 'base64').sign(`${at}\nPOST\n${path}\n${body}`, 'sha256', 'base64')
  assert.equal(ours, theirs)
})
