import { testSignIn } from './sign-in-journey.ts'

// In the manner of the other vendors in sign-in.full.test.ts.
testSignIn(['development', 'keycloak'])
