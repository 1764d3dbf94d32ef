export { Account as Page } from './account.tsx'
