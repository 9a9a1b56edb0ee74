import { ActionIcon } from "@mantine/core";
import { Link } from "react-router";
import { commonText } from "#renderer/text/common.ts";

/** The address of a section of the help: `pages#coverage` is the heading Coverage of docs/pages.md. */
export function helpRoute(section: string): string {
  const [page = "", anchor] = section.split("#");
  return `/help/${page}${anchor === undefined ? "" : `?at=${anchor}`}`;
}

interface HelpLinkProps {
  /** As in `helpRoute`. */
  readonly section: string;
  /** Heading beside which it stands. */
  readonly about: string;
}

/** Opens the help at what a heading is about. */
export function HelpLink({ section, about }: HelpLinkProps) {
  const label = commonText.helpOn(about);
  return (
    <ActionIcon
      component={Link}
      to={helpRoute(section)}
      radius="xl"
      size="sm"
      aria-label={label}
      title={label}
    >
      ?
    </ActionIcon>
  );
}
