/** The key under which a route stores its request's id for the error response. */
export const REQUEST_ID = 'requestId'
