import { helpContents } from "virtual:help-contents";
import { Typography } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, NavLink, useParams, useSearchParams } from "react-router";
import { EmptyState } from "#renderer/components/empty-state.tsx";
import { helpRoute } from "#renderer/components/help-link.tsx";
import { Page } from "#renderer/components/page.tsx";
import { NotShown } from "#renderer/components/problem.tsx";
import { SearchField } from "#renderer/components/search-field.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { findHelp, type HelpEntry, helpSections } from "#renderer/model/help-search.ts";
import { helpPageText } from "#renderer/text/help.ts";
import styles from "./help.module.css";

const pages = helpContents.flatMap((group) => group.pages);

/** The documents of the program, without network: all of them by name, one of them, or what a search found. */
export function HelpScreen() {
  const name = useParams()["*"] ?? "";
  const [address, setAddress] = useSearchParams();
  const typed = address.get("find") ?? "";
  const page = pages.find((one) => one.name === name);
  const isOne = typed === "" && name !== "";
  return (
    <Page
      title={isOne ? (page?.title ?? helpPageText.help) : helpPageText.help}
      actions={
        <SearchField
          label={helpPageText.find}
          text={typed}
          onText={(text) => setAddress(text === "" ? {} : { find: text }, { replace: true })}
        />
      }
    >
      {typed === "" ? null : <Found typed={typed} />}
      {typed === "" && name === "" ? <Contents isWhole /> : null}
      {isOne && page === undefined ? (
        <EmptyState
          shape="silent"
          title={helpPageText.notThere}
          action={<Link to="/help">{helpPageText.all}</Link>}
        >
          {helpPageText.seeAll}
        </EmptyState>
      ) : null}
      {isOne && page !== undefined ? (
        <div className={styles.beside}>
          <Contents />
          <Article key={page.name} page={page} anchor={address.get("at")} />
        </div>
      ) : null}
    </Page>
  );
}

/** Every page under its door. */
function Contents({ isWhole = false }: { readonly isWhole?: boolean }) {
  return (
    <nav className={`${styles.contents} gap-16`} aria-label={helpPageText.all}>
      {helpContents.map((group) => (
        <section key={group.name} className={isWhole ? `${styles.door} surface` : ""}>
          <h2>{group.name}</h2>
          {isWhole ? <p className="muted">{group.about}</p> : null}
          <ul className="plain">
            {group.pages.map(({ name, title }) => (
              <li key={name}>
                <NavLink to={helpRoute(name)}>{title}</NavLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function Article({ page, anchor }: { readonly page: HelpEntry; readonly anchor: string | null }) {
  const { data, error } = useQuery({
    queryKey: ["help", page.name],
    queryFn: () => page.load(),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
  });
  const html = data?.html;
  useEffect(() => {
    if (html === undefined || anchor === null) return;
    // After the frame has begun the page at its top.
    const next = requestAnimationFrame(() => document.getElementById(anchor)?.scrollIntoView());
    return () => cancelAnimationFrame(next);
  }, [html, anchor]);
  if (error !== null) return <NotShown title={helpPageText.notShown} error={error} />;
  if (html === undefined) return <SkeletonRows rows={8} />;
  return (
    <Typography className={`${styles.article} surface`}>
      {/* The page is of this checkout, rendered when the program was built. */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: no text of another origin is in it */}
      <article dangerouslySetInnerHTML={{ __html: html }} />
    </Typography>
  );
}

/** Sections that have what was typed, of all pages. */
function Found({ typed }: { readonly typed: string }) {
  const { data: sections, error } = useQuery({
    queryKey: ["help-sections"],
    queryFn: async () => {
      const texts = await Promise.all(pages.map(async (page) => (await page.load()).html));
      return pages.flatMap((page, at) => helpSections(page, texts[at] ?? ""));
    },
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
  });
  if (error !== null) return <NotShown title={helpPageText.notShown} error={error} />;
  if (sections === undefined) return <SkeletonRows rows={8} />;
  const found = findHelp(sections, typed);
  if (found.length === 0)
    return (
      <EmptyState shape="silent" title={helpPageText.nothing(typed)}>
        {helpPageText.fewer}
      </EmptyState>
    );
  return (
    <>
      <p className="muted" role="status">
        {helpPageText.found(found.length)}
      </p>
      <ul className="plain stack">
        {found.map(({ page, title, heading, anchor }) => (
          <li key={`${page}#${anchor}`}>
            <Link to={helpRoute(anchor === null ? page : `${page}#${anchor}`)}>{heading ?? title}</Link>
            {heading === null ? null : <span className="muted"> · {title}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
