import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toHex } from '../../src/signing/hex.js'
import {
  type Action,
  type ActionTerms,
  buildAccountActionData,
  buildAgentData,
  hashAction,
  recoverActor,
  renderSignedDecimal,
  signAction,
} from '../../src/signing/hyperliquid.js'
import { pack } from '../../src/signing/msgpack.js'
import { joinSignature, privateKeyOf } from '../../src/signing/private-key.js'
import { encodeType } from '../../src/signing/typed-data.js'

const key = privateKeyOf('0x0123456789012345678901234567890123456789012345678901234567890123')
const order: Action = {
  type: 'order',
  orders: [{ a: 100_000_010, b: true, p: '0.5', s: '20', r: false, t: { limit: { tif: 'Gtc' } } }],
  grouping: 'na',
}
const nonce = 1_234_567_890_123

describe('an action', () => {
  // From the tests of a public SDK for outcomes.
  const vectors: readonly (readonly [string, Action, ActionTerms, string, string])[] = [
    [
      'simple limit order',
      {
        type: 'order',
        orders: [{ a: 100_000_010, b: true, p: '0.5', s: '20', r: false, t: { limit: { tif: 'Gtc' } } }],
        grouping: 'na',
      },
      { nonce: 1_234_567_890_123 },
      '83a474797065a56f72646572a66f72646572739186a161ce05f5e10aa162c3a170a3302e35a173a23230a172c2a17481' +
        'a56c696d697481a3746966a3477463a867726f7570696e67a26e61',
      'e8397d1fea62460554be90941b1c19bf49fd8fedf00fc8953da000d5524c377c',
    ],
    [
      'order with builder',
      {
        type: 'order',
        orders: [{ a: 100_000_010, b: false, p: '0.65', s: '100', r: false, t: { limit: { tif: 'Ioc' } } }],
        grouping: 'na',
        builder: { b: '0xabcdef1234567890abcdef1234567890abcdef12', f: 100 },
      },
      { nonce: 999 },
      '84a474797065a56f72646572a66f72646572739186a161ce05f5e10aa162c2a170a4302e3635a173a3313030a172c2a1' +
        '7481a56c696d697481a3746966a3496f63a867726f7570696e67a26e61a76275696c64657282a162d92a307861626364' +
        '656631323334353637383930616263646566313233343536373839306162636465663132a16664',
      'bad8a92dcf341c045fa2c410cba35833122773d291b7c07566f0474bd8c2c46e',
    ],
    [
      'trigger order with cloid',
      {
        type: 'order',
        orders: [
          {
            a: 100_000_020,
            b: true,
            p: '0',
            s: '10',
            r: true,
            t: { trigger: { isMarket: true, triggerPx: '0.5', tpsl: 'tp' } },
            c: '0x000000000000000000000000000000aa',
          },
        ],
        grouping: 'na',
      },
      { nonce: 1 },
      '83a474797065a56f72646572a66f72646572739187a161ce05f5e114a162c3a170a130a173a23130a172c3a17481a774' +
        '72696767657283a869734d61726b6574c3a9747269676765725078a3302e35a47470736ca27470a163d9223078303030' +
        '3030303030303030303030303030303030303030303030303030306161a867726f7570696e67a26e61',
      '8682c7181ab9cb5212611bd17e71e9090066312f853803a4aa8c9dfa3cb3e486',
    ],
    [
      'cancel single',
      { type: 'cancel', cancels: [{ a: 100_000_001, o: 12_345 }] },
      { nonce: 42 },
      '82a474797065a663616e63656ca763616e63656c739182a161ce05f5e101a16fcd3039',
      '7d26a23d65b5892befdf57f3502653398fc7afd2595d8acf111a5eb8c7e54643',
    ],
    [
      'cancel multi',
      {
        type: 'cancel',
        cancels: [
          { a: 100_000_001, o: 1 },
          { a: 100_000_002, o: 2 },
          { a: 100_000_003, o: 3 },
        ],
      },
      { nonce: 7 },
      '82a474797065a663616e63656ca763616e63656c739382a161ce05f5e101a16f0182a161ce05f5e102a16f0282a161ce' +
        '05f5e103a16f03',
      'b66dd4cc1e9bed8e982ff7b70a43f3e08d4940ba4dc1557f627c5e9a92baf491',
    ],
    [
      'modify',
      {
        type: 'modify',
        oid: 99_999,
        order: { a: 100_000_010, b: true, p: '0.5', s: '10', r: false, t: { limit: { tif: 'Gtc' } } },
      },
      { nonce: 1 },
      '83a474797065a66d6f64696679a36f6964ce0001869fa56f7264657286a161ce05f5e10aa162c3a170a3302e35a173a2' +
        '3130a172c2a17481a56c696d697481a3746966a3477463',
      '8b807a2073f9511614398d36fcd422820df35f7026bcc99bff3b7a6db8ebf8b1',
    ],
    [
      'cancel with vault',
      { type: 'cancel', cancels: [{ a: 1, o: 1 }] },
      { nonce: 100, vaultAddress: '0x1111111111111111111111111111111111111111' },
      '82a474797065a663616e63656ca763616e63656c739182a16101a16f01',
      '708537c4dff5d879af8619847ea6043149ee5c7130fc711b71a8a71321e8d6ce',
    ],
    [
      'split outcome',
      { type: 'userOutcome', splitOutcome: { outcome: 5, amount: '12.5' } },
      { nonce: 50 },
      '82a474797065ab757365724f7574636f6d65ac73706c69744f7574636f6d6582a76f7574636f6d6505a6616d6f756e74' +
        'a431322e35',
      '8cffdaf349a32282db4ad5ada831b65df4c0a1ed8c002ef7e1d998edbd14f0f3',
    ],
    [
      'merge outcome max',
      { type: 'userOutcome', mergeOutcome: { outcome: 5, amount: null } },
      { nonce: 51 },
      '82a474797065ab757365724f7574636f6d65ac6d657267654f7574636f6d6582a76f7574636f6d6505a6616d6f756e74' +
        'c0',
      '0ab972998d4a3b8979b60b549f6e9b97a42c90694200d5fcb61a69baa2736e1c',
    ],
    [
      'negate outcome',
      { type: 'userOutcome', negateOutcome: { question: 1, outcome: 5, amount: '10' } },
      { nonce: 52 },
      '82a474797065ab757365724f7574636f6d65ad6e65676174654f7574636f6d6583a87175657374696f6e01a76f757463' +
        '6f6d6505a6616d6f756e74a23130',
      '7b47e5e39dd8be1eb87d2018c9a327aeadabb789cd57c3474d5a138841997137',
    ],
    [
      'schedule cancel',
      { type: 'scheduleCancel', time: 1_700_000_000_000 },
      { nonce: 60 },
      '82a474797065ae7363686564756c6543616e63656ca474696d65cf0000018bcfe56800',
      '4eaf53a769d4d6c9af58bcfa0a7b382849908efa9a245514dc68401b5c505af7',
    ],
    [
      'schedule cancel clear',
      { type: 'scheduleCancel', time: null },
      { nonce: 61 },
      '82a474797065ae7363686564756c6543616e63656ca474696d65c0',
      '67fa8f828a755d9e7d843b0de533400165e63e489ba2e75b2cb2269d187c4a99',
    ],
  ]

  test.each(vectors)('%s is packed and hashed', (_, action, terms, packed, hash) => {
    expect(toHex(pack(action))).toBe(`0x${packed}`)
    expect(toHex(hashAction(action, terms))).toBe(`0x${hash}`)
  })

  // Worked out with another public SDK.
  test.each([
    [{}, '0x31f4b6305b3b1b294374fb5502592ea049dcd7e3bfb5dae5ffbf90edb37a147e'],
    [
      { vaultAddress: '0x1111111111111111111111111111111111111111' },
      '0x4587fb4e03af852622ef579a2a6f8bef474cdd5afedd1c5953fd73a20a012cae',
    ],
  ] as const)('with an end is hashed with it, and with %j', (more, hash) => {
    expect(toHex(hashAction(order, { nonce, expiresAfter: 1_234_567_899_999, ...more }))).toBe(hash)
  })

  test('is signed for one of the two networks', () => {
    expect(key.address).toBe('0x14791697260E4c9A71f18484C9f997B308e59325')
    expect(joinSignature(signAction(key, order, { nonce }, 'mainnet'))).toBe(
      '0x744b8917f04f296e3a8bcdaa5603098c3b452ce09e36ef13fcd6b8395b514d89' +
        '75a922a9e86ef290ef4002393326009bf25d495d38274831df1d026ae3fd2b601c',
    )
    expect(joinSignature(signAction(key, order, { nonce }, 'testnet'))).toBe(
      '0x02fe554c7949f02dce5ca0b03802fec2e85352dc59aec6b2cf5a629e2f22d77f' +
        '6c0961ade4a52f211e7b4d76574047dead43098b672b4f9aac716f5c7b3b09901c',
    )
  })

  // Bodies that the tests of another client post; the key is not told, the account is the same.
  test.each([
    [
      { type: 'cancel', cancels: [{ a: 100_001_720, o: 480_264_497_594 }] },
      1_783_249_421_740,
      '0x4564058bb6ad2d4e4c757b8f6c49ad76b184cb50c1ea3e40111a4f385e967fa6',
      '0x5085fbbb412d9338f4b0db463159ea5bef3d9ca2b3d7445ed45b0f270ab08837',
    ],
    [
      {
        type: 'order',
        orders: [{ a: 100_001_720, b: true, p: '0.1', s: '10', r: false, t: { limit: { tif: 'Gtc' } } }],
        grouping: 'na',
        // In mixed case in the body, and in lower case where it is signed.
        builder: { b: '0x6530512a6c89c7cfcebc3ba7fcd9ada5f30827a6', f: 0 },
      },
      1_784_720_562_071,
      '0x158a82d795e23e835b3df0d81dbbfa4dc632d4f9d7b52edb47aabf0c42a23b0f',
      '0x31de108b0ba020b522aa40bdb2229bc98df27187a91a4d4682dc304f75cc5ef8',
    ],
  ] as const)('of a recorded body has its account', (action, nonce, r, s) => {
    expect(recoverActor(action, { nonce }, 'mainnet', { r, s, v: 28 })).toBe(
      '0xb67f9a782D3678a0BAC50C22eacbb4924Fe9D4cF',
    )
  })

  test('has another hash with another order of members, nonce, vault or end', () => {
    const { orders, grouping } = order as { orders: string; grouping: string } & Action
    const vaultAddress = '0x1111111111111111111111111111111111111111'
    const hashes = [
      hashAction(order, { nonce }),
      hashAction({ type: 'order', grouping, orders }, { nonce }),
      hashAction(order, { nonce: nonce + 1 }),
      hashAction(order, { nonce, vaultAddress }),
      hashAction(order, { nonce, expiresAfter: nonce }),
      hashAction(order, { nonce, vaultAddress, expiresAfter: nonce }),
    ].map(toHex)
    expect(new Set(hashes).size).toBe(hashes.length)
  })

  test('has the account of its key, and of nobody else once it is changed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 48 }), fc.boolean(), (nonce, isMainnet) => {
        const network = isMainnet ? 'mainnet' : 'testnet'
        const signature = signAction(key, order, { nonce }, network)
        expect(recoverActor(order, { nonce }, network, signature)).toBe(key.address)
        expect(recoverActor(order, { nonce: nonce + 1 }, network, signature)).not.toBe(key.address)
        expect(recoverActor(order, { nonce }, isMainnet ? 'testnet' : 'mainnet', signature)).not.toBe(
          key.address,
        )
      }),
      { numRuns: 10 },
    )
  })

  test.each([-1, 1.5, Number.NaN])('has no nonce of %s', (nonce) => {
    expect(() => hashAction(order, { nonce })).toThrow(TypeError)
  })
})

test('an action of the account itself is signed member by member, for the chain that it names', () => {
  const fields = [
    { name: 'hyperliquidChain', type: 'string' },
    { name: 'maxFeeRate', type: 'string' },
    { name: 'builder', type: 'address' },
    { name: 'nonce', type: 'uint64' },
  ]
  const action = {
    hyperliquidChain: 'Mainnet',
    signatureChainId: '0x66eee',
    maxFeeRate: '0%',
    builder: '0x6530512a6c89c7cfcebc3ba7fcd9ada5f30827a6',
    nonce,
    type: 'approveBuilderFee',
  }
  const data = buildAccountActionData('HyperliquidTransaction:ApproveBuilderFee', fields, action)
  expect(data.domain.chainId).toBe(421_614n)
  expect(encodeType(data.primaryType, data.types)).toBe(
    'HyperliquidTransaction:ApproveBuilderFee(string hyperliquidChain,string maxFeeRate,address builder,uint64 nonce)',
  )
})

test('the agent of the test network is another', () => {
  expect(buildAgentData(new Uint8Array(32), 'testnet').message['source']).toBe('b')
})

describe('a decimal as it is signed', () => {
  test.each([
    ['0.50000', '0.5'],
    ['100.00', '100'],
    ['100', '100'],
    ['0', '0'],
    ['0.0', '0'],
    ['12.050', '12.05'],
  ])('%s is %s', (text, plain) => {
    expect(renderSignedDecimal(text)).toBe(plain)
  })

  test.each(['', '1e5', '.5', '1.', 'x'])('%s is none', (text) => {
    expect(() => renderSignedDecimal(text)).toThrow(TypeError)
  })
})
