import { compilePackage } from '../packaging/compile-package.ts'

compilePackage(import.meta.dirname)
