export { Balance } from './components/balance.tsx'
export { Statement } from './components/statement.tsx'
