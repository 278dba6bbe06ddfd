/** The address that plays the public internet; the others of this machine play a private network. */
export const PUBLIC = '127.0.0.2'
