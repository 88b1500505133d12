import { testBooks } from './test-books.js'

testBooks(['limitless', 'smarkets'])
