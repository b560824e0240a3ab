import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useRootData, useSite } from '#web/lib/site.ts'
import classes from './footer.module.css'
import { Logo } from './logo.tsx'

// Where there is one language, nobody needs it.
const LanguageSwitch = lazy(async () => ({
  default: (await import('./language-switch.tsx')).LanguageSwitch,
}))

/** The configured columns of links. */
export function Footer() {
  const { brand, site } = useSite()
  const { languages } = useRootData()
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <div className={classes.brand}>
          <Logo name={site.siteName} />
          <p>{brand.description}.</p>
        </div>
        {site.footer.map(({ title, links }) => (
          <nav key={title} aria-label={title} className={classes.column}>
            <h2>{title}</h2>
            <ul>
              {links.map(({ label, link }) => (
                <li key={link}>
                  {link.startsWith('/') ? (
                    <Link to={link}>{label}</Link>
                  ) : (
                    <a href={link} rel="noreferrer">
                      {label}
                    </a>
                  )}
                </li>
              ))}
            </ul>
          </nav>
        ))}
        {languages.length > 1 && (
          <Suspense>
            <LanguageSwitch />
          </Suspense>
        )}
      </div>
    </footer>
  )
}
