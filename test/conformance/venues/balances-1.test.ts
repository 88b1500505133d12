import { testBalances } from './books-balance.js'

testBalances(['myriad', 'opinion'])
