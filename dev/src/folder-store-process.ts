import { join } from 'node:path'
import { createFolderStore } from './folder-store.ts'
import { host, readSecrets, readSettings } from './settings.ts'

// The object store of a light stack, in a process of its own: node folder-store-process.ts STACK_DIR
const settings = readSettings({ ...process.env, STACK_DIR: process.argv[2], STACK_PORT_BASE: '' })
const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = readSecrets(settings)
const server = createFolderStore(join(settings.dir, 'objects'), { accessKeyId, secretAccessKey })
server.listen(settings.ports.s3, host)
process.on('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
})
