export { RemoveBackgroundPage } from './remove-background-page.tsx'
