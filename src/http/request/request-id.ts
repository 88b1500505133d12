/** Under which a route that has named its request leaves the name for whoever tells its failure. */
export const REQUEST_ID = 'requestId'
