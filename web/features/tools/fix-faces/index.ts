export { FixFacesPage } from './fix-faces-page.tsx'
