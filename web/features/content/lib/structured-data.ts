import type { ShownPage } from './shown-page.ts'

/** Schema.org's description of a page: its questions, and where it is on the site. */
export function structuredData(page: ShownPage, origin: string, site: string): object[] {
  const questions = page.sections.flatMap((section) =>
    section.kind === 'questions' ? section.questions : [],
  )
  const crumb = (position: number, name: string, path: string) => ({
    '@type': 'ListItem',
    position,
    name,
    item: new URL(path, origin).href,
  })
  const breadcrumb = {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [crumb(1, site, '/'), crumb(2, page.title, page.path)],
  }
  if (questions.length === 0) return [breadcrumb]
  const faq = {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
  return [breadcrumb, faq]
}
