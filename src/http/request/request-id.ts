/** The key under which a route stores the id of its request for the error response. */
export const REQUEST_ID = 'requestId'
