export { ApiPage } from './components/api-page.tsx'
