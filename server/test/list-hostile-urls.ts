import { HOSTILE_NAMES, hostileUrls } from './hostile-urls.ts'

// Prints the hostile URLs and the names in them, for a campaign that may not import anything of the server.
// Use: node list-hostile-urls.ts <a port that the guard allows>
const port = Number(process.argv[2])
if (!Number.isInteger(port)) throw new Error('the port is needed')
console.log(JSON.stringify({ urls: hostileUrls(port).map(([, url]) => url), names: HOSTILE_NAMES }))
