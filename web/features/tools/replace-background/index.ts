export { ReplaceBackgroundPage } from './replace-background-page.tsx'
