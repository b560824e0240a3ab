/** Spanish is that of Latin America, as on the pages. */
const LOCALES: Readonly<Record<string, 'en' | 'es-419'>> = { en: 'en', es: 'es-419' }

/** Returns Stripe's name of a language of ours; it writes its pages and invoices in English where it has none. */
export const localeOf = (language: string): 'en' | 'es-419' => LOCALES[language] ?? 'en'
