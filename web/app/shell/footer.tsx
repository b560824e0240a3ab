import { Link } from 'react-router'
import { useSite } from '#web/lib/site.ts'
import classes from './footer.module.css'
import { LanguageSwitch } from './language-switch.tsx'
import { Logo } from './logo.tsx'

/** The configured columns of links. */
export function Footer() {
  const { brand, site } = useSite()
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
        <LanguageSwitch />
      </div>
    </footer>
  )
}
