-- Public keys of passkeys (WebAuthn), each for one host: `rp_id`. The counter is that of the authenticator; some always say 0.
create table passkeys (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports jsonb not null,
  rp_id text not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_owner on passkeys (user_id);

-- Passkeys that are being set up: one at a time for a person. A row is deleted when its challenge is answered.
create table passkey_set_ups (
  user_id uuid primary key references users (id),
  challenge_hash bytea not null,
  expires_at timestamptz not null
);
create index passkey_set_ups_expiring on passkey_set_ups (expires_at);

-- Logins that showed the password, or came by a provider, and are asked for the second factor. A row is deleted when it was shown.
create table login_challenges (
  token_hash bytea primary key,
  user_id uuid not null references users (id),
  -- A Google account that is joined once the factor was shown.
  google_subject text,
  tries int not null default 0,
  expires_at timestamptz not null
);
create index login_challenges_owner on login_challenges (user_id);
create index login_challenges_expiring on login_challenges (expires_at);

-- They stand in for passkeys, too: no longer a part of the authenticator app.
alter table recovery_codes
  drop constraint recovery_codes_user_id_fkey,
  add foreign key (user_id) references users (id);
