import { testSignIn } from './sign-in-journey.ts'

testSignIn(['development', 'auth0', 'keycloak', 'entra', 'okta'])
