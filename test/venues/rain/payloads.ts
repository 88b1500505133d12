/** Native payloads after the documented shapes (src/venues/rain/README.md); people and places are invented. */

type Overrides = Readonly<Record<string, unknown>>

/** An id of the venue's database. */
export function poolId(n = 1): string {
  return `67485b984a2f4e38${n.toString(16).padStart(8, '0')}`
}

export function contract(n = 1): string {
  return `0x${n.toString(16).padStart(40, 'aBc0')}`
}

export function option(choiceIndex: number, optionName: string, percentage: unknown, over: Overrides = {}) {
  const optionImage = `https://images.example/${choiceIndex}.png`
  return { optionName, optionImage, choiceIndex, percentage, ...over }
}

/** An open pool of a yes and a no. */
export function pairPool(n = 1, over: Overrides = {}) {
  return {
    _id: poolId(n),
    question: `Will the Port Ellery bridge open in March? (${n})`,
    tags: ['Cities', 'Bridges'],
    options: [option(1, 'Yes', 62.5), option(2, 'No', 37.5)],
    status: 'Live',
    createdAt: '2026-08-01T09:30:00.000Z',
    endDate: '2026-12-31T23:59:00.000Z',
    isPrivate: false,
    contractAddress: contract(n),
    poolOwnerNameOrWallet: 'Quiet Heron',
    poolOwnerWalletAddress: contract(900),
    totalVolume: 1_500_000,
    totalVolumeUSD: 1_500_000,
    totalLiquidity: 10,
    token: { tokenDecimals: 6 },
    participantCount: 4,
    isAiResolver: true,
    isDisputed: false,
    isAppealed: false,
    disputeData: null,
    winnerOption: null,
    ...over,
  }
}

/** An open pool of three options. */
export function racePool(n = 2, over: Overrides = {}) {
  return pairPool(n, {
    question: 'Who wins Ostrava Bay?',
    options: [option(1, 'Ines Calloway', 50), option(2, ' Tomas Rell', '30.5'), option(3, 'Nobody', 19.5)],
    ...over,
  })
}

/** The only example in the venue's documents, as far as it goes. */
export function documentedPool() {
  return {
    _id: '67485b984a2f4e38b8c976b7',
    question: 'Who will win the next soccer match?',
    tags: ['movies'],
    options: [
      { optionName: 'Team A', optionImage: 'https://images.example/team-a.jpg' },
      { optionName: 'Team B', optionImage: 'https://images.example/team-b.jpg' },
    ],
    createdAt: '2024-12-01T00:00:00Z',
    isPrivate: false,
  }
}

/** The envelope of a list. */
export function listOf(pools: readonly unknown[], counts: Overrides = {}) {
  const message = 'Public pool list retrieved successfully.'
  return { statusCode: 200, message, data: { pools, ...counts } }
}

/** The envelope of one pool. */
export function enveloped(pool: unknown) {
  return { statusCode: 200, message: 'Pool retrieved successfully.', data: pool }
}

/** Whole seconds of the first fill. */
export const filledAt = 1_795_000_000

/** A transaction's hash. */
export function hash(n: number): string {
  return `0xd${n.toString(16).padStart(63, '0')}`
}

/** An id of the index: a hash, and the place of the event in four bytes from the lowest up. */
export function fillId(n: number, place = 1): string {
  return `${hash(n)}${place.toString(16).padStart(2, '0')}000000`
}

function fill(n: number, over: Overrides) {
  return {
    id: fillId(n),
    poolAddress: contract(1).toLowerCase(),
    optionAmount: '10000000',
    blockNumber: String(400_000_000 + n),
    blockTimestamp: String(filledAt + n),
    transactionHash: hash(n),
    ...over,
  }
}

/** Ten shares from the pool, for 6.20 dollars, some seconds after the first fill. */
export function purchase(n: number, over: Overrides = {}) {
  return fill(n, { option: '1', baseAmount: '6200000', ...over })
}

/** Ten shares against an order at 0.55. */
export function orderFill(n: number, over: Overrides = {}) {
  return fill(n, { id: fillId(n, 2), orderOption: '1', orderPrice: '550000000000000000', ...over })
}

/** The index's answer. */
export function indexed(lists: Overrides = {}) {
  return { data: { enterOptions: [], executeBuyOrders: [], executeSellOrders: [], ...lists } }
}
