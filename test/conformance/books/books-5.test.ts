import { testBooks } from './test-books.js'

testBooks(['probable', 'opinion'])
