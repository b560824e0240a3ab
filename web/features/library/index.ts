export { LibraryPage } from './components/library-page.tsx'
