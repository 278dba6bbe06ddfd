import { createFolderStore } from '../../../dev/src/folder-store.ts'

// In the place of the image versitygw: an S3 store with files in a folder, and the settings that deploy/compose/setup writes.
const { ROOT_ACCESS_KEY = '', ROOT_SECRET_KEY = '', VGW_PORT = '' } = process.env
const [, , , folder = ''] = process.argv
const key = { accessKeyId: ROOT_ACCESS_KEY, secretAccessKey: ROOT_SECRET_KEY }
createFolderStore(folder, key).listen(Number(VGW_PORT.slice(1)))
process.on('SIGTERM', () => process.exit())
