import { compilePackage } from '../dev/src/compile-package.ts'

compilePackage(import.meta.dirname)
