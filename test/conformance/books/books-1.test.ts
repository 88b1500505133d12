import { testBooks } from './test-books.js'

testBooks(['polymarket', 'gemini-titan'])
