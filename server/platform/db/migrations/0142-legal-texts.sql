-- Legal texts of brands that somebody agreed to, by a hash of their wording. The program's own texts are not kept here.
create table legal_texts (
  version text primary key,
  texts jsonb not null,
  created_at timestamptz not null default now()
);

-- Which version each account agreed to when it was opened.
create table legal_acceptances (
  user_id uuid not null references users (id),
  kind text not null,
  brand text not null,
  version text not null,
  accepted_at timestamptz not null default now(),
  primary key (user_id, kind, brand, version)
);
