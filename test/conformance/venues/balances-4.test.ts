import { testBalances } from './books-balance.js'

testBalances(['smarkets', 'gemini-titan'])
