import { stakesOf } from '../../../src/venues/suibets/native/stakes.js'
import { myReply, offer } from '../../../src/venues/suibets/schemas.js'
import { testWords } from '../../support/words.js'
import { nativeOffer } from './payloads.js'

const match = (status: string) => ({
  myOffers: [],
  myMatches: [{ id: 7, offer: nativeOffer(), takerWallet: `0x${'cd'.repeat(32)}`, stake: 7, status }],
})

testWords('suibets', {
  refused: {
    'offer.status': (status) => offer.parse(nativeOffer({ status })),
    'offer.winner': (winner) => offer.parse(nativeOffer({ status: 'settled', winner })),
    'match.status': (status) => myReply.parse(match(status)),
  },
  absent: {
    'offer.currency': (currency) => stakesOf(offer.parse(nativeOffer({ currency }))),
  },
})
