import { Button, NativeSelect, SegmentedControl, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { say } from "#base/say.ts";
import type { Output } from "#contract/methods.ts";
import { type TokenScope, tokenScopes } from "#domain/stored-token.ts";
import { Confirm } from "#renderer/components/confirm.tsx";
import { CopyButton } from "#renderer/components/copy-button.tsx";
import { Moment } from "#renderer/components/moment.tsx";
import { Sentence } from "#renderer/components/sentence.tsx";
import styles from "#renderer/settings-form/settings.module.css";
import { SettingLine, SettingsPanel } from "#renderer/settings-form/settings-panel.tsx";
import { useHostCall, useHostQuery } from "#renderer/store/host.tsx";
import { tokenText } from "#renderer/text/token-text.ts";

type Token = Output<"tokens.list">["tokens"][number];

/** Tokens of programs. Takes effect at once, without saving. */
export function TokensPanel() {
  const kept = useHostQuery("tokens.list", {}, { everyMs: 10_000 }).data;
  const nameField = useRef<HTMLInputElement>(null);
  return (
    <SettingsPanel title={tokenText.title} lead={[tokenText.help, tokenText.takesEffectAtOnce]}>
      {kept === undefined ? null : kept.message !== null ? (
        <Sentence shape="problem" role="alert">
          {kept.message}
        </Sentence>
      ) : kept.tokens.length === 0 ? (
        <p className="note">{tokenText.none}</p>
      ) : (
        <ul className="plain stack gap-12" aria-label={tokenText.title}>
          {kept.tokens.map((token) => (
            <TokenRow key={token.id} token={token} onRevoked={() => nameField.current?.focus()} />
          ))}
        </ul>
      )}
      <NewToken nameField={nameField} />
    </SettingsPanel>
  );
}

function TokenRow({ token, onRevoked }: { readonly token: Token; readonly onRevoked: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const revoke = useHostCall("tokens.revoke", ["tokens.list"]);
  const { id, name, scope } = token;
  return (
    <li className="row gap-12">
      <div className="grows breaks">
        <strong>{name}</strong> <span className="muted">{tokenText.scopes[scope]}</span>
        <p className="muted">
          <Facts token={token} />
        </p>
        {revoke.error === null ? null : <p role="alert">{revoke.error.message}</p>}
      </div>
      <Button
        variant="subtle"
        size="compact-sm"
        className="rigid"
        aria-label={tokenText.revokeOf(name)}
        loading={revoke.isPending}
        onClick={() => setIsAsking(true)}
      >
        {tokenText.revoke}
      </Button>
      {isAsking ? (
        <Confirm
          title={tokenText.revokeQuestion(name)}
          action={tokenText.revoke}
          onConfirm={() => revoke.mutate({ token: id }, { onSuccess: onRevoked })}
          onClose={() => setIsAsking(false)}
        >
          {tokenText.revokeConsequence}
        </Confirm>
      ) : null}
    </li>
  );
}

function Facts({ token: { createdAt, lastUsedAt, expiresAt, isExpired } }: { readonly token: Token }) {
  return (
    <>
      {tokenText.created} <Moment at={createdAt} as="short" /> ·{" "}
      {lastUsedAt === null ? (
        tokenText.notUsedYet
      ) : (
        <>
          {tokenText.lastUsed} <Moment at={lastUsedAt} as="ago" />
        </>
      )}{" "}
      ·{" "}
      {expiresAt === null ? (
        tokenText.neverExpires
      ) : (
        <span className={isExpired ? "amiss" : ""}>
          {isExpired ? tokenText.expiredAt : tokenText.expiresAt} <Moment at={expiresAt} as="short" />
        </span>
      )}
    </>
  );
}

const scopeChoices = tokenScopes.map((value) => ({ value, label: tokenText.scopes[value] }));
const lifetimes = tokenText.lifetimes.map(([value, label]) => ({ value, label }));

function NewToken({ nameField }: { readonly nameField: React.RefObject<HTMLInputElement | null> }) {
  const [name, setName] = useState("");
  const [scope, setScope] = useState<TokenScope>("read");
  const [days, setDays] = useState("90");
  const create = useHostCall("tokens.create", ["tokens.list"]);
  const submit = () => {
    const wish = { name, scope, days: days === "" ? null : Number(days) };
    create.mutate(wish, { onSuccess: () => setName("") });
  };
  return (
    <form
      className={`${styles.form} stack`}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextInput
        ref={nameField}
        label={tokenText.name}
        value={name}
        maxLength={50}
        error={create.error?.message}
        onChange={({ currentTarget: { value } }) => {
          setName(value);
          if (create.isError) create.reset();
        }}
      />
      {name === "" ? null : (
        <>
          <SettingLine label={tokenText.scope} help={tokenText.scopeHelp[scope]}>
            {(labelId) => (
              <div>
                <SegmentedControl
                  aria-labelledby={labelId}
                  data={scopeChoices}
                  value={scope}
                  onChange={(value) => setScope(value as TokenScope)}
                />
              </div>
            )}
          </SettingLine>
          <NativeSelect
            label={tokenText.expires}
            data={lifetimes}
            value={days}
            onChange={({ currentTarget: { value } }) => setDays(value)}
          />
        </>
      )}
      <div>
        <Button type="submit" variant="default" disabled={name.trim() === ""} loading={create.isPending}>
          {tokenText.create}
        </Button>
      </div>
      {create.data === undefined ? null : (
        <div role="status">
          <SettingLine label={tokenText.tokenOf(create.data.name)} help={tokenText.keepItNow}>
            {() => (
              <div className="wraps">
                <span className="mono breaks">{create.data.token}</span>
                <CopyButton text={create.data.token} what={say("token")}>
                  {tokenText.copy}
                </CopyButton>
              </div>
            )}
          </SettingLine>
        </div>
      )}
    </form>
  );
}
